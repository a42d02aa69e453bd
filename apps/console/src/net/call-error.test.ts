import { expect, test } from 'vitest';
import {
  CallError,
  explainFailedRead,
  fieldErrors,
  getErrorMessages,
  readProblems,
  waitText,
} from './call-error.ts';

const two = [
  { msg: 'Name is required.', field: 'data.name' },
  { msg: 'Email is required.', field: 'data.email' },
  { msg: 'Email is too long.', field: 'data.email' },
];

test('problems are read from both shapes of a rejection', () => {
  expect(readProblems({ ok: false, msg: 'all', errors: two })).toEqual(two);
  expect(readProblems({ ok: false, msg: 'The record does not exist.', errors: [] })).toEqual([
    { msg: 'The record does not exist.' },
  ]);
  expect(readProblems(two)).toEqual(two);
  expect([readProblems(null), readProblems('x'), readProblems({}), readProblems([1, {}])]).toEqual([
    [],
    [],
    [],
    [],
  ]);
});

test('an action’s error shows the server’s message, once', () => {
  const error = new CallError('rejected', 400, [...two, { msg: 'Name is required.' }]);
  expect(getErrorMessages(error)).toEqual(['Name is required.', 'Email is required.', 'Email is too long.']);
});

test('without a response, or after an exception, the action failed', () => {
  const failed = ['Failed to perform Action.'];
  expect(getErrorMessages(new CallError('unreachable', 0, []), 'Failed to create Plan.')).toEqual(failed);
  expect(getErrorMessages(new TypeError('x is undefined'))).toEqual(failed);
  expect(getErrorMessages(new CallError('server', 500, []))).toEqual(failed);
  expect(getErrorMessages(new CallError('server', 500, []), 'Failed to create Plan.')).toEqual([
    'Failed to create Plan.',
  ]);
});

test('each field has its first problem', () => {
  expect(fieldErrors(new CallError('rejected', 400, two), 'data.')).toEqual({
    name: 'Name is required.',
    email: 'Email is required.',
  });
  expect(fieldErrors(new Error('other'))).toEqual({});
});

test('a failed read explains what happened and what to do', () => {
  expect(explainFailedRead(new CallError('unreachable', 0, []))).toMatch(/can’t be reached/);
  expect(explainFailedRead(new CallError('too-many', 429, [], { retryAfter: 20 }))).toBe(
    'Too many requests. Try again in 20 seconds.',
  );
  expect(explainFailedRead(new CallError('rejected', 404, [{ msg: 'The record does not exist.' }]))).toBe(
    'The record does not exist.',
  );
  expect(explainFailedRead(new Error('x'))).toMatch(/went wrong/);
});

test.each([
  [null, 'in a moment'],
  [0, 'in a moment'],
  [1, 'in 1 second'],
  [59, 'in 59 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
])('%s seconds are shown as %s', (seconds, expected) => {
  expect(waitText(seconds)).toBe(expected);
});
