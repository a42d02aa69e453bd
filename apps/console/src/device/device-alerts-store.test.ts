import { expect, test } from 'vitest';
import { createDeviceAlertsStore, readDeviceAlerts } from './device-alerts-store.ts';

test.each([
  [null, false, false],
  ['', false, false],
  ['null', false, false],
  ['{"sound":true}', true, false],
  ['{"sound":"yes","notification":true}', false, true],
  ['[true]', false, false],
])('reads stored alerts: %s', (text, sound, notification) => {
  expect(readDeviceAlerts(text)).toEqual({
    sound,
    notification,
    presses: true,
    pressSounds: [],
    asked: false,
  });
});

test('switching one alert on keeps the other one and what another tab has saved', () => {
  const items = new Map<string, string>();
  const alerts = createDeviceAlertsStore({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  });
  items.set('deviceAlerts', '{"sound":true,"notification":false}');
  expect(alerts.current()).toMatchObject({ sound: false, notification: false });
  alerts.update({ notification: true });
  expect(alerts.current()).toMatchObject({ sound: true, notification: true });
  items.set('deviceAlerts', '{"sound":false,"notification":true}');
  alerts.reread();
  expect(alerts.current()).toMatchObject({ sound: false, notification: true });
});

test.each([
  ['{"presses":false,"pressSounds":[2,"4"],"asked":true}', { presses: false, pressSounds: [2], asked: true }],
  ['{"pressSounds":"2","asked":"yes"}', { presses: true, pressSounds: [], asked: false }],
])('reads what was stored about other presses: %s', (text, expected) => {
  expect(readDeviceAlerts(text)).toMatchObject(expected);
});
