import { expect, test } from 'vitest';
import { countSegments } from '../sms/segments.ts';
import { withdrawnMessage, type WithdrawnInput } from './withdrawn-text.ts';

const WITHDRAWN: WithdrawnInput = {
  item: { kind: 'button', id: 5 },
  name: 'Ann Lee',
  phone: '+12025550143',
  at: '2026-11-22T20:24:00.000Z',
  zone: 'America/Denver',
  isCheckIn: false,
  safeAt: null,
  place: null,
  mapUrl: null,
  before: 'Maria Ortiz',
};

const SAFE = 'The person reported at 1:27 PM: I am safe now. Make sure that it is true.';

test('who offered to help reads that nobody pressed, and that the person has reported being safe', () => {
  const { mail, text, spoken } = withdrawnMessage({
    ...WITHDRAWN,
    isCheckIn: true,
    safeAt: '2026-11-22T20:27:00.000Z',
  });
  expect(mail).toContain(`answer again.\n\nA check-in was not answered.\n\n${SAFE}\n\nCall Ann Lee`);
  expect(text).toContain(`answer again. A check-in was not answered. ${SAFE} Call Ann Lee`);
  expect(countSegments(text)).toMatchObject({ encoding: 'GSM-7', segments: 2 });
  expect(spoken).toContain(`You offered to help. A check-in was not answered. ${SAFE} Call Ann Lee`);
});

test('a press without a report is asked about without both', () => {
  const { mail, text, spoken } = withdrawnMessage(WITHDRAWN);
  for (const content of [mail, text, spoken]) expect(content).not.toMatch(/check-in|safe/);
});
