import { test } from 'vitest';
import { raceSignIns } from '../../testing/passwords/session-races.ts';

test('no session of a sign-in with the old password survives 200 concurrent password changes', async () => {
  await raceSignIns(200);
}, 900_000);
