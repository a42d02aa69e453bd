import { FAILURE_CODES } from '@callpoint/contract/error-codes';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { es } from './es.ts';
import { responseEn } from './response/en.ts';
import { responseEs } from './response/es.ts';

type Tree = { readonly [key: string]: Tree | string | ((...values: never[]) => string) };

/** The paths of all texts, like `sent.counts.failed`. */
function pathsOf(tree: Tree, path: string[] = []): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'object' ? pathsOf(value, [...path, key]) : [[...path, key].join('.')],
  );
}

const FILES = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.ts', '!./**/e[ns].ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const SOURCES = Object.values(FILES).join('\n');

test.each([
  ['texts', en],
  ['responseTexts', responseEn],
])('every text of %s is used', (name, all: Tree) => {
  // A group that code selects from by a value counts as used: its name is followed by a bracket. Reasons are the server's.
  const unused = pathsOf(all).filter((path) => {
    const [group = '', key = '', ...inner] = path.split('.');
    if (group === 'reasons') return !(FAILURE_CODES as readonly string[]).includes(key);
    if (inner.length > 0) return !new RegExp(`${name}\\.${group}\\.${key}\\[`).test(SOURCES);
    return !SOURCES.includes(`${name}.${group}.${key}`);
  });
  expect(unused).toEqual([]);
});

test('every text with values shows them in Spanish, too', () => {
  const check = (english: Tree, spanish: Tree): void => {
    for (const [key, value] of Object.entries(english)) {
      const translated = spanish[key];
      if (typeof value === 'object') check(value, translated as Tree);
      if (typeof value !== 'function') continue;
      const values = Array.from({ length: value.length }, (_, index) => `${70 + index}`) as never[];
      const [shown, inSpanish] = [value(...values), (translated as typeof value)(...values)];
      for (const one of values) expect([key, inSpanish.includes(one)]).toEqual([key, shown.includes(one)]);
    }
  };
  check(en, es);
  check(responseEn, responseEs);
});
