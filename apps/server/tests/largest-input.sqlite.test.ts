import { test } from 'vitest';
import { expectShortTicks } from '../src/testing/input/largest-input.ts';

test('no call blocks the event loop for more than 50 ms, even with its largest input', async () => {
  await expectShortTicks();
}, 300_000);
