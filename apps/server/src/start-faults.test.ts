import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { EnvironmentError } from './config/variables.ts';
import { DatabaseUnavailable } from './db/postgres/unavailable.ts';
import { isLoggable } from './start-faults.ts';

const coded = (code: string, text: string) => Object.assign(new Error(text), { code });

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each([
  ['a setting', new EnvironmentError('PORT must be a port')],
  ['a folder', errorOf(() => process.chdir('/nothing'))],
  ['a file that cannot be opened', errorOf(() => new DatabaseSync('/nothing/callpoint.db'))],
  [
    'a host whose addresses all fail',
    new AggregateError([Object.assign(new Error(), { syscall: 'connect' })]),
  ],
  ['a login', coded('28P01', 'password authentication failed for user "callpoint"')],
  ['a permission', coded('42501', 'permission denied for schema public')],
  ['a server without TLS', new Error('The server does not support SSL connections')],
  ['a certificate', coded('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain')],
  ['a database that does not respond', new DatabaseUnavailable(new Error('Connection terminated'))],
])('the text of an error about %s may be logged', (_about, error) => {
  expect(isLoggable(error)).toBe(true);
});

test.each([
  ['a value that PostgreSQL rejects', coded('22P02', 'invalid input syntax for type integer: "Ann Miller"')],
  ['a value like a certificate', coded('22P02', 'invalid input syntax for type integer: "CERTIFIED SAFETY"')],
  ['a statement', coded('42601', 'syntax error at or near "Ann Miller"')],
  ['what a trigger raises', coded('P0001', 'Ann Miller is missing')],
  ['a statement of SQLite', errorOf(() => new DatabaseSync(':memory:').exec('select "Ann Miller"'))],
  ['stored JSON', errorOf(() => JSON.parse('Ann Miller'))],
  ['anything else', new Error('Ann Miller')],
  ['no error', 'Ann Miller'],
])('the text of an error about %s may not be logged', (_about, error) => {
  expect(isLoggable(error)).toBe(false);
});
