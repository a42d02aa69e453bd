import { expect, test } from 'vitest';
import { fieldMessage } from './field-messages.ts';

const fine = { valueMissing: false, typeMismatch: false };
const missing = { ...fine, valueMissing: true };

test('a valid field has no message', () => {
  expect(fieldMessage('email', fine, 'email')).toBeNull();
});

test('a missing value is requested with the text of its type', () => {
  expect(fieldMessage('password', missing, 'password')).toBe('Enter your password.');
  expect(fieldMessage('your role', missing, 'select-one')).toBe('Choose your role.');
  expect(fieldMessage('terms and conditions', missing, 'checkbox')).toBe(
    'Please accept the terms and conditions.',
  );
});

test('an invalid email address gets an example', () => {
  expect(fieldMessage('email', { ...fine, typeMismatch: true }, 'email')).toMatch(/like name@example.com/);
});
