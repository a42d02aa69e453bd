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
  [
    'a@x.example, b@x.example',
    'b@x.example, a@x.example',
    ['Order changed from a@x.example, b@x.example to b@x.example, a@x.example'],
  ],
  [
    'a@x.example,b@x.example,c@x.example',
    'c@x.example,b@x.example,d@x.example',
    [
      'Added d@x.example',
      'Removed a@x.example',
      'Order changed from a@x.example, b@x.example, c@x.example to c@x.example, b@x.example, d@x.example',
    ],
  ],
  ['a@x.example,b@x.example,a@x.example', 'a@x.example,b@x.example', ['Removed a@x.example']],
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
  expect(sentences('contacts', list(ann, bob), list(bob, ann))).toEqual([
    'Order changed from Ann, Bob to Bob, Ann',
  ]);
  expect(sentences('contacts', list(ann), list(['Ann', 'a@x.example', '']))).toEqual([
    'Ann: Email changed from “ann@x.example” to “a@x.example”',
  ]);
  expect(sentences('contacts', 'broken', list(ann))).toEqual(['Added Ann (ann@x.example)']);
});

test('contacts are compared in every part: names, addresses, and the order', () => {
  const list = (...contacts: [string, string, string][]) =>
    JSON.stringify(contacts.map(([name, email, phone]) => ({ name, email, phone })));
  const ann: [string, string, string] = ['Ann', 'ann@x.example', ''];
  const bob: [string, string, string] = ['Bob', '', '+12025550143'];
  const cy: [string, string, string] = ['Cy', 'cy@x.example', ''];
  expect(sentences('contacts', list(ann, bob, cy), list(bob, ['Anna', 'ann@x.example', ''], cy))).toEqual([
    'Name changed from “Ann” to “Anna”',
    'Order changed from Ann, Bob, Cy to Bob, Anna, Cy',
  ]);
  expect(sentences('contacts', list(ann, bob), list(['Dee', '', '+12025550143'], ann))).toEqual([
    'Name changed from “Bob” to “Dee”',
    'Order changed from Ann, Bob to Dee, Ann',
  ]);
  expect(sentences('contacts', list(ann, bob), list(cy, ann, bob))).toEqual([
    'Added Cy (cy@x.example)',
    'Order changed from Ann, Bob to Cy, Ann, Bob',
  ]);
  expect(sentences('contacts', list(ann, bob), list(bob))).toEqual(['Removed Ann (ann@x.example)']);
  const desk: [string, string, string] = ['Dee, night desk', 'dee@x.example', ''];
  expect(sentences('contacts', list(ann, desk), list(desk, ann))).toEqual([
    'Order changed from “Ann”, “Dee, night desk” to “Dee, night desk”, “Ann”',
  ]);
  const other: [string, string, string] = ['Ann', 'other@x.example', ''];
  expect(sentences('contacts', list(ann, other), list(other, ann))).toEqual([
    'Order changed from Ann (ann@x.example), Ann (other@x.example) to Ann (other@x.example), Ann (ann@x.example)',
  ]);
  expect(sentences('contacts', list(ann), list(['Eve', 'eve@x.example', '']))).toEqual([
    'Name changed from “Ann” to “Eve”',
    'Eve: Email changed from “ann@x.example” to “eve@x.example”',
  ]);
});
