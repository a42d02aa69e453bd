import { expect, test } from 'vitest';
import { insertAt } from './insert.ts';

test('a variable is inserted at the cursor, and the cursor moves behind it', () => {
  expect(insertAt('Call  now', { start: 5, end: 5 }, '{{PHONE}}')).toEqual({
    text: 'Call {{PHONE}} now',
    caret: 14,
  });
});

test('a selection is replaced', () => {
  expect(insertAt('Call me now', { start: 5, end: 7 }, '{{NAME}}')).toEqual({
    text: 'Call {{NAME}} now',
    caret: 13,
  });
});

test('a selection beyond the text counts as its end', () => {
  expect(insertAt('Hi ', { start: 99, end: 99 }, 'x')).toEqual({ text: 'Hi x', caret: 4 });
});
