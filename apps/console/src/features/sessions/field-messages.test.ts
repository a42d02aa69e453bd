import { expect, test } from 'vitest';
import { fieldMessage } from './field-messages.ts';

const fine = { valueMissing: false, typeMismatch: false };
const missing = { ...fine, valueMissing: true };

test('a field that keeps its rules is not spoken about', () => {
  expect(fieldMessage('email', fine, 'email')).toBeNull();
});

test('what is missing is asked for in the words of its kind', () => {
  expect(fieldMessage('password', missing, 'password')).toBe('Enter your password.');
  expect(fieldMessage('how you log in', missing, 'select-one')).toBe('Choose how you log in.');
  expect(fieldMessage('terms and conditions', missing, 'checkbox')).toBe(
    'Please accept the terms and conditions.',
  );
});

test('an address that is none is shown how one looks', () => {
  expect(fieldMessage('email', { ...fine, typeMismatch: true }, 'email')).toMatch(/like name@example.com/);
});
