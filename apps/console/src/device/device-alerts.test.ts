import { expect, test } from 'vitest';
import { readDeviceAlerts } from './device-alerts.ts';

test.each([
  [null, false, false],
  ['', false, false],
  ['null', false, false],
  ['{"sound":true}', true, false],
  ['{"sound":"yes","notification":true}', false, true],
  ['[true]', false, false],
])('%s', (text, sound, notification) => {
  expect(readDeviceAlerts(text)).toEqual({ sound, notification });
});
