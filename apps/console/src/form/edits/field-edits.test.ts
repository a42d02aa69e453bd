import { expect, test } from 'vitest';
import {
  changedKeys,
  NO_EDITS,
  withoutEdits,
  withProblems,
  withSaved,
  withSent,
  withoutSent,
  withAcknowledged,
  withTyped,
  type Edits,
} from './field-edits.ts';

const saved = { subject: 'Alarm', text: 'Call back' };
const typing = (edits: Edits, key: keyof typeof saved, value: string) =>
  withTyped(edits, key, value, saved[key]);

test('a typed text counts as a change while it differs from the saved one', () => {
  const edits = typing(NO_EDITS, 'subject', 'Alarm!');
  expect(changedKeys(['subject', 'text'], saved, edits)).toEqual(['subject']);
  expect(changedKeys(['text'], saved, edits)).toEqual([]);
  expect(changedKeys(['subject', 'text'], saved, typing(edits, 'subject', 'Alarm'))).toEqual([]);
});

test('an emptied field is a change', () => {
  expect(changedKeys(['text'], saved, typing(NO_EDITS, 'text', ''))).toEqual(['text']);
});

test('a problem keeps the text, and typing clears the problem', () => {
  const rejected = withProblems(typing(NO_EDITS, 'text', '{{X}}'), ['text'], {
    text: ['{{X}} is unknown.'],
  });
  expect(rejected.typed).toEqual({ text: '{{X}}' });
  expect(typing(rejected, 'text', '{{NAME}}')).toMatchObject({ typed: { text: '{{NAME}}' }, problems: {} });
});

test('problems of other fields stay', () => {
  const edits = withProblems(withProblems(NO_EDITS, ['subject'], { subject: ['a'] }), ['text'], {
    text: ['b'],
  });
  expect(edits.problems).toEqual({ subject: ['a'], text: ['b'] });
  expect(withProblems(edits, ['subject'], {}).problems).toEqual({ text: ['b'] });
});

test('reset shows the saved values again, only for the given fields', () => {
  const typed = typing(typing(NO_EDITS, 'text', 'x'), 'subject', 'y');
  const reset = withoutEdits(withProblems(typed, ['text'], { text: ['no'] }), ['text']);
  expect(reset).toEqual({
    typed: { subject: 'y' },
    problems: {},
    base: { subject: 'Alarm' },
    acknowledged: [],
    sent: {},
  });
});

test('typing the saved text again removes the edit, so that a later change of another editor is shown', () => {
  expect(typing(typing(NO_EDITS, 'text', 'x'), 'text', 'Call back')).toEqual(NO_EDITS);
});

test('a save may replace only the value from when typing started, or another editor’s value that the person has seen', () => {
  const edits = withTyped(typing(NO_EDITS, 'text', 'x'), 'text', 'xy', 'Theirs');
  expect(edits.base).toEqual({ text: 'Call back' });
  const acknowledged = withAcknowledged(edits, { text: 'Theirs' });
  expect(acknowledged).toMatchObject({
    typed: { text: 'xy' },
    base: { text: 'Theirs' },
    acknowledged: ['text'],
  });
  expect(withoutEdits(acknowledged, ['text'])).toEqual(NO_EDITS);
});

test('a saved field has no edit, unless the person has typed more since', () => {
  const acknowledged = withAcknowledged(typing(NO_EDITS, 'text', 'x'), { text: 'Theirs' });
  expect(withSaved(acknowledged, { text: 'x' })).toEqual(NO_EDITS);
  expect(withSaved(acknowledged, { text: 'older' })).toMatchObject({
    typed: { text: 'x' },
    base: { text: 'older' },
    acknowledged: [],
  });
});

test('text typed while another text is saved replaces the text as it is stored', () => {
  const sent = withSent(typing(NO_EDITS, 'text', 'x '), { text: 'x' });
  const typedOn = withSaved(typing(sent, 'text', 'x y'), { text: 'x ' }, { text: 'x' });
  expect(typedOn).toMatchObject({ typed: { text: 'x y' }, base: { text: 'x' }, sent: { text: ['x'] } });
  expect(withSaved(sent, { text: 'x ' }, { text: 'x' })).toEqual(NO_EDITS);
});

test('the saved text, typed again while another one is saved, is an edit', () => {
  const sent = withSent(typing(NO_EDITS, 'text', 'x'), { text: 'x' });
  const back = typing(sent, 'text', 'Call back');
  expect(changedKeys(['text'], saved, back)).toEqual([]);
  expect(changedKeys(['text'], { ...saved, text: 'x' }, withSaved(back, { text: 'x' }))).toEqual(['text']);
  expect(typing(withoutSent(sent, { text: 'x' }), 'text', 'Call back')).toEqual(NO_EDITS);
});

test('what was sent is remembered, newest first, until it is rejected, saved or replaced by someone else', () => {
  const first = withSent(typing(NO_EDITS, 'text', 'x'), { text: 'x' });
  const second = withSent(typing(first, 'text', 'y'), { text: 'y' });
  expect(second.sent).toEqual({ text: ['y', 'x'] });
  expect(withoutSent(second, { text: 'y' }).sent).toEqual({ text: ['x'] });
  expect(withoutSent(first, { text: 'x' }).sent).toEqual({});
  expect(withAcknowledged(second, { text: 'Theirs' }).sent).toEqual({});
  expect(withSaved(second, { text: 'y' }).sent).toEqual({});
  const fresh = withTyped({ ...NO_EDITS, sent: { text: ['x'] } }, 'text', 'z', 'Call back');
  expect(fresh.sent).toEqual({});
});
