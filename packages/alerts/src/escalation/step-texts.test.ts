import { BUTTON_IDS } from '@callpoint/contract/catalog';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../arbitraries.ts';
import { countSegments } from '../sms/segments.ts';
import { durationText, spokenDigits } from './spoken.ts';
import { safeMessage, stepMessage, type StepMessageInput } from './step-texts.ts';

const MAP = 'https://www.google.com/maps/search/?api=1&query=40.7128,-74.006';
const PRESS: StepMessageInput = {
  item: { kind: 'button', id: 5 },
  name: 'Ann Lee',
  phone: '+1 202 555 0143',
  at: '2026-11-22T20:24:05.000Z',
  now: '2026-11-22T20:30:05.000Z',
  zone: 'America/Denver',
  isCheckIn: false,
  safeAt: null,
  place: '40.7128, -74.006',
  mapUrl: MAP,
  reason: 'due',
  procedure: '1. Call the person.\n2. Call 911.',
};

test('a step states who, what, where, since when, the number to call, and what to do', () => {
  const { subject, mail, text, spoken } = stepMessage(PRESS);
  expect(subject).toBe('Not acknowledged: Lone Worker Emergency, Ann Lee - call +1 202 555 0143');
  expect(mail).toBe(
    [
      'Ann Lee pressed Lone Worker Emergency 6 minutes ago. No one has acknowledged it yet.',
      '',
      'Call Ann Lee: +1 202 555 0143',
      'Location: 40.7128, -74.006',
      `Map: ${MAP}`,
      'Time: Nov 22, 2026, 1:24 PM MST',
      '',
      'What to do:',
      '1. Call the person.',
      '2. Call 911.',
    ].join('\n'),
  );
  expect(text).toBe(
    `Lone Worker Emergency: Ann Lee, 6 minutes ago. No one has acknowledged it yet. Call +1 202 555 0143. ${MAP}`,
  );
  expect(spoken).toBe(
    "This is Callpoint. Lone Worker Emergency. Ann Lee pressed the button 6 minutes ago, at 1:24 PM. No one has acknowledged it yet. Call Ann Lee at 1, 2 0 2, 5 5 5, 0 1 4 3. Press 1 if you have it. Press 2 if you can't.",
  );
});

test('a step that starts early states why', () => {
  // Messages of earlier steps may have arrived.
  expect(stepMessage({ ...PRESS, reason: 'undelivered' }).text).toContain(
    '6 minutes ago. No one has acknowledged it yet. The last step reached no one. Call',
  );
  expect(stepMessage({ ...PRESS, reason: 'declined' }).spoken).toContain(
    "Everyone who responded can't help.",
  );
});

test('a step states that nobody pressed, and that the person has reported being safe', () => {
  const { mail, text, spoken } = stepMessage({
    ...PRESS,
    isCheckIn: true,
    safeAt: '2026-11-22T20:27:00.000Z',
  });
  const safe = 'reported at 1:27 PM: I am safe now. Make sure that it is true.';
  expect(mail).toMatch(
    /^Ann Lee did not answer a check-in\. Lone Worker Emergency was raised 6 minutes ago\. No one has/,
  );
  expect(mail).toContain(`\n\nAnn Lee ${safe}\n\nCall Ann Lee`);
  expect(text).toContain(`Ann Lee, check-in not answered, 6 minutes ago.`);
  expect(text).toContain(`The person ${safe} Call +1`);
  expect(countSegments(text).encoding).toBe('GSM-7');
  expect(spoken).toContain(
    `Ann Lee did not answer a check-in. The emergency was raised 6 minutes ago, at 1:24 PM. No one has acknowledged it yet. Ann Lee ${safe} Call`,
  );
});

test('the email links to the map, and shows a press without a location', () => {
  expect(stepMessage(PRESS).html).toContain(`<a href="${MAP.replace('&', '&amp;')}">`);
  const unknown = stepMessage({ ...PRESS, place: null, mapUrl: null, procedure: ' ' });
  expect(unknown.mail).toContain('Map: Location not shared\nTime: Nov 22, 2026, 1:24 PM MST');
  expect(unknown.mail).not.toContain('What to do');
});

test.each(BUTTON_IDS)('the SMS of a step of button %s needs at most two segments', (id) => {
  const { text } = stepMessage({ ...PRESS, item: { kind: 'button', id }, reason: 'undelivered' });
  expect(countSegments(text)).toMatchObject({ encoding: 'GSM-7' });
  expect(countSegments(text).segments).toBeLessThanOrEqual(2);
});

test('a report of safety asks to call the person, and states that the incident stays open', () => {
  const { item, name, phone, zone } = PRESS;
  const input = {
    item,
    name,
    phone,
    zone,
    at: PRESS.now,
    receivedAt: null,
    reason: 'I slipped, but I am fine',
  };
  const { subject, mail, text, spoken } = safeMessage(input);
  expect(subject).toBe('Ann Lee reports being safe: Lone Worker Emergency');
  expect(mail).toBe(
    [
      'Ann Lee reported: I am safe now. Nov 22, 2026, 1:30 PM MST',
      'Reason: I slipped, but I am fine',
      'Call Ann Lee to make sure: +1 202 555 0143',
      'The incident stays open until a responder closes it.',
    ].join('\n\n'),
  );
  expect(text).toBe(
    'Lone Worker Emergency: Ann Lee reported: I am safe now. Reason: I slipped, but I am fine. Call +1 202 555 0143 to make sure.',
  );
  expect(spoken).toContain('At 1:30 PM, Ann Lee reported being safe.');
  expect(safeMessage({ ...input, reason: 'By accident.' }).text).toContain(' Reason: By accident. Call ');
  expect(safeMessage({ ...input, reason: '' }).text).not.toContain('Reason');
});

test('a report of safety that arrives late states when it was made, and that it was delayed', () => {
  const { item, name, phone, zone } = PRESS;
  const receivedAt = new Date(Date.parse(PRESS.now) + 4 * 3_600_000).toISOString();
  const reason = 'I slipped, but I am fine';
  const delayed = safeMessage({ item, name, phone, zone, at: PRESS.now, receivedAt, reason });
  const note = 'Delayed: reported on Nov 22, 2026, 1:30 PM MST; received on Nov 22, 2026, 5:30 PM MST';
  expect(delayed.subject).toBe('Delayed: Ann Lee reported being safe: Lone Worker Emergency');
  expect(delayed.mail).toBe(
    [
      'Ann Lee reported: I am safe now.',
      note,
      'Reason: I slipped, but I am fine',
      'Call Ann Lee to make sure: +1 202 555 0143',
      'The incident stays open until a responder closes it.',
    ].join('\n\n'),
  );
  expect(delayed.text).toBe(
    `Lone Worker Emergency: Ann Lee reported: I am safe now. ${note}. Reason: I slipped, but I am fine. Call +1 202 555 0143 to make sure.`,
  );
  expect(countSegments(delayed.text)).toMatchObject({ encoding: 'GSM-7', segments: 2 });
  expect(delayed.spoken).toContain(
    'Ann Lee reported being safe 4 hours ago, at 1:30 PM. The report was delayed. Call Ann Lee at',
  );
});

test('typed text stays text: no variables, no markup, no further lines in a subject, and the choices are spoken', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (name, phone, procedure) => {
      const { subject, text, html, spoken } = stepMessage({ ...PRESS, name, phone, procedure });
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toContain('<script');
      expect(html).not.toContain('<img');
      expect(text).not.toBe('');
      expect(spoken.length).toBeLessThan(800);
      expect(spoken).toMatch(/Press 2 if you can't\.$/);
    }),
  );
  expect(stepMessage({ ...PRESS, procedure: '{{NAME}}' }).mail).toContain('What to do:\n{{NAME}}');
});

test('durations and numbers in words', () => {
  const minutes = [0, 1, 59, 60, 61, 125].map((count) => durationText(count * 60_000));
  expect(minutes).toEqual([
    'less than a minute',
    '1 minute',
    '59 minutes',
    '1 hour',
    '1 hour 1 minute',
    '2 hours 5 minutes',
  ]);
  expect(durationText(-5000)).toBe('less than a minute');
  expect(spokenDigits('+13035550141')).toBe('1, 3 0 3, 5 5 5, 0 1 4 1');
});
