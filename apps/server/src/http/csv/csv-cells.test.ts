import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeCell } from './csv-cells.ts';

test.for([
  ['=1+1', "'=1+1"],
  ['+12025550143', "'+12025550143"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['﹦1', "'﹦1"],
  ['  =1', "'  =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u0000=1', "'\u0000=1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\tHelp', "'\tHelp"],
  ['Help\n=1', "Help\n'=1"],
  ['Help\r\n  =1\n-2', "Help\r\n'  =1\n'-2"],
  ['Help\u2028=1', "Help\u2028'=1"],
  ['Help;=1', "Help;'=1"],
  ['Help\t@x', "Help\t'@x"],
] as const)('%j becomes %j', ([cell, safe]) => {
  expect(safeCell(cell)).toBe(safe);
});

test.for(['', 'Help', 'a=b', 'first-aid', 'ana@team.example', 'Ring 1;\nRing 2', "'=1"])(
  '%j is not changed',
  (cell) => expect(safeCell(cell)).toBe(cell),
);

test('numbers and empty cells are not changed', () => {
  expect([safeCell(-1), safeCell(null)]).toEqual([-1, null]);
});

const characters = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '＝',
  '\n',
  '\r',
  '\t',
  ';',
  ' ',
  "'",
  'a',
  '1',
  '\u200b',
);
const texts = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''));

test('no part of any text starts a formula, and only apostrophes are added', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const safe = String(safeCell(text));
      const parts = safe.split(/[\n\r\t;]/);
      expect(parts.filter((part) => /^[\s\u200b]*[=+\-@＝]/.test(part))).toEqual([]);
      expect(safe.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      expect(safeCell(safe)).toBe(safe);
    }),
    { numRuns: 2_000 },
  );
});
