import { expect, test } from 'vitest';
import { eventText } from './event-text.ts';

test('the PDF claims only what is known: a report of safety, and an end that also a drill has', () => {
  const safe = { kind: 'safe', actor: null, data: JSON.stringify({ reason: 'By accident.' }) };
  expect(eventText(safe)).toBe('The person reported that they are safe. By accident.');
  // Someone may have had it and withdrawn; nobody is notified of the end of a drill.
  expect(eventText({ kind: 'unanswered', actor: null, data: '{}' })).toBe(
    'No step was left, and no one had it.',
  );
});
