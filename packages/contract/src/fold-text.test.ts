import { expect, test } from 'vitest';
import { FOLDED_CHARACTERS, foldText } from './fold-text.ts';

test.each([
  ['Zieliński', 'zielinski'],
  ['Łukasz SØRENSEN', 'lukasz sorensen'],
  ['Straße', 'strasse'],
  ['O’Connell O‘Connell Oʼ O´Neil', "o'connell o'connell o' o'neil"],
  ['Ægir Œuvre Þór Đorđe', 'aegir oeuvre thor dorde'],
  ['ﬁre', 'fire'],
])('folds %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

test('the named characters become characters of the keyboard', () => {
  expect(foldText(FOLDED_CHARACTERS.join(''))).toMatch(/^['a-z]+$/);
});
