import { expect, test } from 'vitest';
import { eventText } from './event-text.ts';

test('the PDF claims only what is known: a report of safety, and an end that also a drill has', () => {
  const safe = { kind: 'safe', actor: null, data: JSON.stringify({ reason: 'By accident.' }) };
  const at = (moment: unknown) => `${String(moment)} UTC`;
  expect(eventText(safe, at)).toBe('The person reported that they are safe. By accident.');
  const delayed = { ...safe, data: JSON.stringify({ reason: 'By accident.', received_at: '2 PM' }) };
  expect(eventText(delayed, at)).toBe(
    'The person reported that they are safe. The report was delayed: received on 2 PM UTC. By accident.',
  );
  // Someone may have had it and withdrawn; nobody is notified of the end of a drill.
  expect(eventText({ kind: 'unanswered', actor: null, data: '{}' }, at)).toBe(
    'No step was left, and no one had it.',
  );
});
