import { expect, test } from 'vitest';
import { createAppUserBody } from '@callpoint/contract/app-users';
import { schemaProblems, schemaErrors, fieldSentence } from './validate.ts';
import { email } from '@callpoint/contract/fields';

test('a message that starts with a small letter follows the label; a sentence appears alone', () => {
  expect(fieldSentence('Email', 'is required')).toBe('Email is required.');
  expect(fieldSentence('Email', 'That address is taken.')).toBe('That address is taken.');
  expect(fieldSentence('Who is notified', '“x” is not an email address')).toBe(
    '“x” is not an email address.',
  );
});

test('each field that the person sees gets its first problem', () => {
  const labels = { name: 'Name', email: 'Email', phone: 'Phone', password: 'Password' };
  const values = { team_id: 1, name: ' ', email: 'anna', phone: '+1 202 555 0143', password: 'short' };
  expect(schemaErrors(createAppUserBody.shape.data, labels, values)).toEqual({
    name: 'Name is required.',
    email: 'Email must be an email address, like name@example.com.',
    password: 'Password must be at least 8 characters.',
  });
});

test('valid values have no errors', () => {
  const values = {
    team_id: 1,
    name: 'Anna',
    email: 'anna@example.com',
    phone: '+1 202 555 0143',
    password: 'long enough',
  };
  expect(schemaErrors(createAppUserBody.shape.data, { name: 'Name' }, values)).toEqual({});
});

test('one value gets all its problems', () => {
  expect(schemaProblems(email, 'anna', 'Email')).toEqual([
    'Email must be an email address, like name@example.com.',
  ]);
  expect(schemaProblems(email, 'anna@example.com', 'Email')).toEqual([]);
});
