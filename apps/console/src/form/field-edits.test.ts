import { expect, test } from 'vitest';
import { changedKeys, NO_EDITS, withoutEdits, withProblems, withTyped } from './field-edits.ts';

const saved = { subject: 'Alarm', text: 'Call back' };

test('what was typed counts as a change while it differs from what is saved', () => {
  const edits = withTyped(NO_EDITS, 'subject', 'Alarm!');
  expect(changedKeys(['subject', 'text'], saved, edits)).toEqual(['subject']);
  expect(changedKeys(['text'], saved, edits)).toEqual([]);
  expect(changedKeys(['subject', 'text'], saved, withTyped(edits, 'subject', 'Alarm'))).toEqual([]);
});

test('an emptied field is a change', () => {
  expect(changedKeys(['text'], saved, withTyped(NO_EDITS, 'text', ''))).toEqual(['text']);
});

test('a problem keeps the text, and typing clears the problem', () => {
  const refused = withProblems(withTyped(NO_EDITS, 'text', '{{X}}'), ['text'], {
    text: ['{{X}} is unknown.'],
  });
  expect(refused.typed).toEqual({ text: '{{X}}' });
  expect(withTyped(refused, 'text', '{{NAME}}')).toEqual({ typed: { text: '{{NAME}}' }, problems: {} });
});

test('problems of other fields stay', () => {
  const edits = withProblems(withProblems(NO_EDITS, ['subject'], { subject: ['a'] }), ['text'], {
    text: ['b'],
  });
  expect(edits.problems).toEqual({ subject: ['a'], text: ['b'] });
  expect(withProblems(edits, ['subject'], {}).problems).toEqual({ text: ['b'] });
});

test('reset shows what is saved again, for the given fields only', () => {
  const typed = withTyped(withTyped(NO_EDITS, 'text', 'x'), 'subject', 'y');
  const reset = withoutEdits(withProblems(typed, ['text'], { text: ['no'] }), ['text']);
  expect(reset).toEqual({ typed: { subject: 'y' }, problems: {} });
});
