import type { IncidentFigures } from '@callpoint/contract/incident-metrics';
import { expect, test } from 'vitest';
import { acknowledgmentText } from './figure-texts.ts';

const figures = (incidents: number, acknowledged: number, never: number): IncidentFigures => ({
  incidents,
  acknowledged,
  never_acknowledged: never,
  unnotified: 0,
  false_alarms: 0,
  first_message: null,
  first_delivery: null,
  acknowledgment: null,
});

test('every incident was acknowledged only if no other is left', () => {
  expect(acknowledgmentText(figures(2, 2, 0), false)).toBe('Every incident was acknowledged');
  expect(acknowledgmentText(figures(2, 2, 0), true)).toBe('Every drill was acknowledged');
});

test('open incidents that no one has acknowledged still wait', () => {
  expect(acknowledgmentText(figures(2, 0, 0), false)).toBe('2 still wait');
  expect(acknowledgmentText(figures(2, 1, 0), false)).toBe('1 still waits');
});

test('incidents that were left unacknowledged are counted separately from those that still wait', () => {
  expect(acknowledgmentText(figures(3, 2, 1), false)).toBe('1 left unacknowledged');
  expect(acknowledgmentText(figures(4, 1, 1), false)).toBe('1 left unacknowledged, 2 still wait');
});
