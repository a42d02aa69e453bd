import { expect, test } from 'vitest';
import { watched } from '../testing/watched.ts';

test('a submission whose commit became visible long after its moment is not passed over', async () => {
  const { clock, watch, press, alarms } = await watched();
  clock.advance(120_000);
  await watch.look();
  const stored = new Date(clock.now().getTime() - 45_000);
  clock.advance(2_000);
  const id = await press([], { now: stored });
  await watch.look();
  clock.advance(60_000);
  await watch.look();
  expect(await alarms()).toEqual([
    expect.objectContaining({ button_click_id: id, reason: 'none_planned', closed_at: null }),
  ]);
});
