import { expect, test } from 'vitest';
import { etaText, isOverdue, withEta } from './eta-text.ts';

const ETA = new Date(2026, 10, 25, 12, 57);
const MINUTE = 60_000;
const acknowledged = { state: 'acknowledged', eta_at: ETA.toISOString() } as const;
const plain = (text: string | undefined) => text?.replaceAll('\u00A0', ' ');

test('an ETA is current until its time', () => {
  expect(plain(etaText(acknowledged, ETA.getTime() - MINUTE))).toBe('ETA 12:57 PM');
  expect(plain(withEta('Maria Ortiz has it', acknowledged, ETA.getTime()))).toBe(
    'Maria Ortiz has it, ETA 12:57 PM',
  );
});

test('after the ETA the person is overdue', () => {
  for (const state of ['acknowledged', 'on_the_way'] as const) {
    expect(isOverdue({ ...acknowledged, state }, ETA.getTime())).toBe(false);
    const late = ETA.getTime() + 7.5 * MINUTE;
    expect(isOverdue({ ...acknowledged, state }, late)).toBe(true);
    expect(plain(withEta('Maria Ortiz has it', { ...acknowledged, state }, late))).toBe(
      'Maria Ortiz has it, was expected at 12:57 PM, 7 minutes ago',
    );
  }
});

test('no one is expected without an ETA, after the arrival, or after a withdrawal', () => {
  for (const state of ['open', 'arrived', 'closed'] as const) {
    expect(etaText({ ...acknowledged, state }, ETA.getTime() + MINUTE)).toBeUndefined();
    expect(isOverdue({ ...acknowledged, state }, ETA.getTime() + MINUTE)).toBe(false);
  }
  expect(withEta('Maria Ortiz has it', { ...acknowledged, eta_at: null }, ETA.getTime())).toBe(
    'Maria Ortiz has it',
  );
});
