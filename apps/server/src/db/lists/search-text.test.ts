import { expect, test } from 'vitest';
import { hasTyped, searchParams, searchText } from './search-text.ts';

// Each becomes four characters, or eighteen.
test.each(['\u2A0C', '\uFDFA'])(
  'a search compares at most 100 characters, however many %s becomes',
  (character) => {
    const { text, start } = searchParams(character.repeat(100));
    expect(text).toHaveLength(100);
    expect(start).toBe(`\n${text}`);
    expect(hasTyped(searchText(['Plan', character.repeat(100)]), character.repeat(100))).toBe(true);
  },
);

test('the text of a search that is cut contains no half of a character', () => {
  const { text } = searchParams(`a${'😀'.repeat(60)}`);
  expect(text.isWellFormed()).toBe(true);
  expect(text).toHaveLength(99);
});
