import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asDrill } from '../escalation/answer-line.ts';
import { anyText } from '../arbitraries.ts';
import { emailContent, TEXT_LIMITS, textContent } from '../templates/content.ts';
import { countSegments } from '../sms/segments.ts';
import { lateNote, resentNote, withNote } from './send-note.ts';
import { variableValues } from '../templates/values.ts';

const TIMES = {
  occasion: 'press',
  occurredAt: '2026-09-20T15:15:00.000Z',
  now: '2026-11-22T20:30:00.000Z',
  zone: 'America/Denver',
} as const;
const NOTE = 'Sent again on Nov 22, 2026, 1:30 PM MST; pressed on Sep 20, 2026, 9:15 AM MDT';
const values = variableValues({
  user: { name: 'Ann <b>Lee</b> <body>', email: 'ann@example.com', phone: '+1 202 555 0143' },
  submission: { location: null },
  maps: { mapsUrl: '', mapImageUrl: null },
});

test('a resent message states both times, each with its zone', () => {
  expect(resentNote(TIMES)).toBe(NOTE);
  expect(resentNote({ ...TIMES, occasion: 'check-in' })).toBe(NOTE.replace('pressed', 'raised'));
  expect(resentNote({ ...TIMES, occasion: 'form' })).toBe(NOTE.replace('pressed', 'submitted'));
  expect(resentNote({ ...TIMES, occasion: 'other' })).toBe(NOTE.replace('pressed', 'written'));
});

test('a released message states that it is late, if it is', () => {
  expect(lateNote(TIMES)).toBe(NOTE.replace('Sent again', 'Sent late'));
  expect(lateNote({ ...TIMES, occurredAt: '2026-11-22T20:21:00.000Z' })).toBeNull();
  expect(lateNote({ ...TIMES, occurredAt: '2026-11-22T20:19:00.000Z' })).not.toBeNull();
});

test('the subject, the text and the HTML of an email start with the note', () => {
  const { subject, text: body, html } = emailContent('{{NAME}} needs help', 'Call {{NAME}}', values);
  const noted = withNote({ subject, body, html }, NOTE);
  expect(noted.subject).toBe(`${NOTE}: ${subject}`);
  expect(noted.body).toBe(`${NOTE}\n\n${body}`);
  const shown = (noted.html ?? '')
    .replace(/^.*<body[^>]*>/su, '')
    .replaceAll(/<[^>]+>/g, '')
    .trim();
  expect(shown.startsWith(NOTE)).toBe(true);
  expect(noted.html?.split(NOTE)).toHaveLength(2);
});

test('an SMS with its note stays within its limit, and its note costs no other encoding', () => {
  const body = textContent('{{NAME}} '.repeat(500), values).text;
  const noted = withNote({ subject: null, body, html: null }, NOTE);
  expect(noted.body.startsWith(`${NOTE}. Ann`)).toBe(true);
  expect(noted.body).toHaveLength(TEXT_LIMITS.text);
  expect(countSegments(NOTE)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
});

test('a text without a note, and a deleted text, stay unchanged', () => {
  const text = { subject: 'Help', body: 'Call', html: null };
  expect(withNote(text, null)).toBe(text);
  const deleted = { subject: null, body: '', html: null };
  expect(withNote(deleted, NOTE)).toBe(deleted);
});

test('any subject and text keep the limits with a note', () => {
  fc.assert(
    fc.property(anyText, anyText, (subjectTemplate, template) => {
      const { subject, text: body, html } = emailContent(subjectTemplate, template, values);
      const noted = withNote({ subject, body, html }, NOTE);
      expect(noted.subject?.startsWith(NOTE)).toBe(true);
      expect(noted.subject?.length).toBeLessThanOrEqual(TEXT_LIMITS.subject);
      expect(noted.subject?.isWellFormed()).toBe(true);
    }),
  );
});

test('nothing comes before the word DRILL, also in a message that is sent again', () => {
  const mail = asDrill({ subject: 'EMERGENCY', text: 'Call 911.', html: '<body>Call 911.</body>' });
  expect(mail).toMatchObject({
    subject: 'DRILL: EMERGENCY',
    text: 'DRILL. This is practice: do not call 911. The text of a real alert follows.\n\nCall 911.',
    html: expect.stringContaining('do not call 911. The text of a real alert follows.</p>'),
  });
  const text = asDrill({ subject: null, text: 'Call 911.', html: null });
  expect(text.text).toBe(
    'DRILL. This is practice: do not call 911. The text of a real alert follows. Call 911.',
  );
  for (const { subject, text: body, html } of [mail, text]) {
    const noted = withNote({ subject, body, html }, NOTE);
    expect(noted.subject ?? 'DRILL').toMatch(/^DRILL/);
    expect(noted.body.startsWith(`DRILL. ${NOTE}`)).toBe(true);
    if (html !== null) expect(noted.html).toContain(`>DRILL. ${NOTE}`);
  }
});
