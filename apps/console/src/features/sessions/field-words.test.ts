import { expect, test } from 'vitest';
import { fieldWords } from './field-words.ts';

const fine = { valueMissing: false, typeMismatch: false };
const missing = { ...fine, valueMissing: true };

test('a field that keeps its rules is not spoken about', () => {
  expect(fieldWords('email', fine, 'email')).toBeNull();
});

test('what is missing is asked for in the words of its kind', () => {
  expect(fieldWords('password', missing, 'password')).toBe('Enter your password.');
  expect(fieldWords('how you log in', missing, 'select-one')).toBe('Choose how you log in.');
  expect(fieldWords('terms and conditions', missing, 'checkbox')).toBe(
    'Please accept the terms and conditions.',
  );
});

test('an address that is none is shown how one looks', () => {
  expect(fieldWords('email', { ...fine, typeMismatch: true }, 'email')).toMatch(/like name@example.com/);
});
