import { expect, test } from 'vitest';
import { keepResults } from './keep-results.ts';

function counted(most: number, longest: number) {
  const computed: string[] = [];
  const lengthOf = keepResults<number | null>(most, longest, (text) => {
    computed.push(text);
    return text === '' ? null : text.length;
  });
  return { computed, lengthOf };
}

test('a result is computed once, also if it is null', () => {
  const { computed, lengthOf } = counted(3, 10);
  expect(['one', '', 'three', 'one', '', 'three'].map(lengthOf)).toEqual([3, null, 5, 3, null, 5]);
  expect(computed).toEqual(['one', '', 'three']);
});

test('longer texts and results beyond the maximum are computed again', () => {
  const { computed, lengthOf } = counted(2, 3);
  expect(['long', 'long', 'a', 'b', 'a', 'c', 'a'].map(lengthOf)).toEqual([4, 4, 1, 1, 1, 1, 1]);
  expect(computed).toEqual(['long', 'long', 'a', 'b', 'c', 'a']);
});

test('a longer text leaves the results of the others', () => {
  const { computed, lengthOf } = counted(2, 3);
  ['a', 'b', 'long', 'a', 'b'].map(lengthOf);
  expect(computed).toEqual(['a', 'b', 'long']);
});

test('an error is thrown each time', () => {
  const fails = keepResults(2, 10, (text): string => {
    throw new Error(text);
  });
  expect(() => fails('one')).toThrow('one');
  expect(() => fails('one')).toThrow('one');
});
