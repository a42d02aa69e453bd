import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords, shortenUnchanged } from './word-difference.ts';

test('changed words are marked, and a variable is one word', () => {
  expect(diffWords('Call {{NAME}} now.', 'Call {{PHONE}} right now.')).toEqual([
    { kind: 'same', text: 'Call ' },
    { kind: 'removed', text: '{{NAME}}' },
    { kind: 'added', text: '{{PHONE}} right' },
    { kind: 'same', text: ' now.' },
  ]);
});

test('a text that is mostly new replaces the other one', () => {
  const parts = diffWords(
    'Help is coming, {{NAME}}. Stay where you are: the safety desk calls {{PHONE}}.',
    'We are alerting your safety team now. Expect a phone call: keep your phone at hand.',
  );
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});

test('equal texts have one part, and an empty text none', () => {
  expect(diffWords('Call 911', 'Call 911')).toEqual([{ kind: 'same', text: 'Call 911' }]);
  expect(diffWords('', '')).toEqual([]);
  expect(diffWords('', 'Call')).toEqual([{ kind: 'added', text: 'Call' }]);
});

test('the parts contain both texts completely', () => {
  const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '{{NAME}}', '{', '.', 'é'), { maxLength: 30 });
  fc.assert(
    fc.property(text, text, (first, second) => {
      const [old, current] = [first.join(''), second.join('')];
      const parts = diffWords(old, current);
      const without = (kind: string) =>
        parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('');
      expect([without('added'), without('removed')]).toEqual([old, current]);
    }),
  );
});

test('two long texts without a common word are compared quickly', () => {
  const long = (word: string) => `${word} `.repeat(1600);
  const parts = diffWords(long('a1'), long('b2'));
  expect(parts.some(({ kind }) => kind === 'removed')).toBe(true);
});

test('a long text is shown around its changes', () => {
  const long = 'These terms apply to everyone. '.repeat(100);
  const parts = shortenUnchanged(diffWords(`${long}1. Fees ${long}`, `${long}2. Fees ${long}`));
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  expect(parts[0]?.text).toMatch(/^… .*everyone\. $/u);
  expect(parts[3]?.text).toMatch(/^ Fees These .*…$/u);
  expect(parts.map(({ text }) => text).join('').length).toBeLessThan(300);
  const unchanged = diffWords(long, long);
  expect(shortenUnchanged(unchanged)).toEqual(unchanged);
});
