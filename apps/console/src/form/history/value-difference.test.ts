import { expect, test } from 'vitest';
import { describeDifference, type ValueKind } from './value-difference.ts';

function sentences(kind: ValueKind, old: string, current: string): string[] {
  const difference = describeDifference(kind, old, current, (value) => (value === 'yes' ? 'Yes' : 'No'));
  return 'sentences' in difference ? difference.sentences : difference.parts.map(({ text }) => text);
}

test.each([
  ['a@x.example', 'a@x.example, maria@example.com', ['Added maria@example.com']],
  ['a@x.example,b@x.example', 'b@x.example', ['Removed a@x.example']],
  ['a@x.example', 'b@x.example', ['Added b@x.example', 'Removed a@x.example']],
  ['a@x.example, b@x.example', 'b@x.example, a@x.example', ['Changed the order']],
  ['a@x.example,b@x.example', 'a@x.example, b@x.example', ['Changed spaces or line breaks only']],
])('recipients from %s to %s', (old, current, expected) => {
  expect(sentences('list', old, current)).toEqual(expected);
});

test('a short value is shown as people read it', () => {
  expect(sentences('value', 'yes', 'no')).toEqual(['Changed from “Yes” to “No”']);
  expect(sentences('value', '', 'no')).toEqual(['Changed from empty to “No”']);
});

test('a text shows its changed words', () => {
  expect(sentences('text', 'Call now', 'Call later')).toEqual(['Call ', 'now', 'later']);
});

test('contacts are named', () => {
  const list = (...contacts: [string, string, string][]) =>
    JSON.stringify(contacts.map(([name, email, phone]) => ({ name, email, phone })));
  const ann: [string, string, string] = ['Ann', 'ann@x.example', ''];
  const bob: [string, string, string] = ['Bob', '', '+12025550143'];
  expect(sentences('contacts', list(ann, ['', '', '']), list(ann, bob))).toEqual([
    'Added Bob (+1 202 555 0143)',
  ]);
  expect(sentences('contacts', list(ann, bob), list(bob, ann))).toEqual(['Changed the order']);
  expect(sentences('contacts', list(ann), list(['Ann', 'a@x.example', '']))).toEqual([
    'Ann: Email changed from “ann@x.example” to “a@x.example”',
  ]);
  expect(sentences('contacts', 'broken', list(ann))).toEqual(['Added Ann (ann@x.example)']);
});
