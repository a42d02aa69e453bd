import { expect, test } from 'vitest';
import { createAppUser } from '@callpoint/contract/app-users';
import { problemsWith, sentence, validateWith } from './validate.ts';
import { email } from '@callpoint/contract/fields';

test('a message that goes on from the label follows it; a sentence stands alone', () => {
  expect(sentence('Email', 'is required')).toBe('Email is required.');
  expect(sentence('Email', 'That address is taken.')).toBe('That address is taken.');
  expect(sentence('Who is told', '“x” is not an e-mail address')).toBe('“x” is not an e-mail address.');
});

test('each field that the person sees gets its first problem', () => {
  const validate = validateWith(createAppUser.shape.data, {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    password: 'Password',
  });
  expect(
    validate({ team_id: 1, name: ' ', email: 'anna', phone: '+1 202 555 0143', password: 'short' }),
  ).toEqual({
    name: 'Name is required.',
    email: 'Email must be an e-mail address, like name@example.com.',
    password: 'Password must be at least 8 characters.',
  });
});

test('nothing is wrong with good values', () => {
  expect(
    validateWith(createAppUser.shape.data, { name: 'Name' })({
      team_id: 1,
      name: 'Anna',
      email: 'anna@example.com',
      phone: '+1 202 555 0143',
      password: 'long enough',
    }),
  ).toEqual({});
});

test('one value is told all its problems', () => {
  expect(problemsWith(email, 'anna', 'Email')).toEqual([
    'Email must be an e-mail address, like name@example.com.',
  ]);
  expect(problemsWith(email, 'anna@example.com', 'Email')).toEqual([]);
});
