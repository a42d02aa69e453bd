import { expect, test } from 'vitest';
import { countSegments } from '@callpoint/alerts/sms/segments';
import { segmentText } from './segment-text.ts';

const noteOf = (text: string) => segmentText(countSegments(text));

test('shows how many SMS and how long', () => {
  expect(noteOf('Call now')).toBe('1 SMS, 8 characters.');
  expect(noteOf('x'.repeat(161))).toBe('2 SMS, 161 characters.');
});

test('names the character that makes the SMS more expensive', () => {
  expect(noteOf('Go — now')).toBe(
    '1 SMS, 8 characters. With “—”, only 70 characters fit into an SMS instead of 160.',
  );
});
