import { test } from 'vitest';
import { expectShortTicks } from '../src/testing/input/largest-input.ts';

test('no call blocks the event loop more than 10 times as long as a megabyte of JSON, even with its largest input', async () => {
  await expectShortTicks();
}, 300_000);
