import { expect, test } from 'vitest';
import { findChoices } from './find-choices.ts';

const CHOICES = ['Anyone', 'Marisol Vega', 'Ana Flores', 'Vera Marin'].map((label, index) => ({
  value: String(index),
  label,
}));

test.each([
  ['', ['Anyone', 'Marisol Vega', 'Ana Flores', 'Vera Marin']],
  ['  ', ['Anyone', 'Marisol Vega', 'Ana Flores', 'Vera Marin']],
  ['ana', ['Ana Flores']],
  ['ve', ['Vera Marin', 'Marisol Vega']],
  ['VEGA mar', ['Marisol Vega']],
  ['flores vega', []],
])('%j finds the choices with all its words, those that start with it first', (typed, labels) => {
  expect(findChoices(CHOICES, typed).map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['zielinski', 'Zieliński'],
  ['ZIELIŃSKI', 'Zieliński'],
  ['nguyen', 'Nguyễn'],
  ['nguyễn', 'Nguyen'],
  ["o'connell", 'O’Connell'],
  ['o’connell', "O'Connell"],
  ['o´connell', 'O‘Connell'],
])('%j finds %j: accents and kinds of apostrophes do not matter', (typed, label) => {
  expect(findChoices([{ value: '1', label }], typed)).toHaveLength(1);
});
