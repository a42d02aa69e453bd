import { expect, test } from 'vitest';
import { Overloaded } from '../../scheduling/overloaded.ts';
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts';

const coded = (code: string, text = '') => Object.assign(new Error(text), { code });
const NO_PASSWORD = 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string';

test.each([
  ['a password that was changed', coded('28P01'), 'the database is not available'],
  ['a login that is not allowed', coded('28000'), 'the database is not available'],
  ['a certificate that has expired', coded('CERT_HAS_EXPIRED'), 'the database is not available'],
  ['a certificate of another name', coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'the database is not available'],
  [
    'a server without TLS',
    new Error('The server does not support SSL connections'),
    'the database is not available',
  ],
  [
    'an address without a password',
    new Error(NO_PASSWORD),
    'the database needs a password: its address has none, and PGPASSWORD is not set',
  ],
  ['a full disk', coded('53100'), 'the disk of the database is full'],
])('%s makes the database unavailable', (_what, error, text) => {
  const found = asUnavailable(error);
  expect(found).toBeInstanceOf(DatabaseUnavailable);
  expect(found).toMatchObject({ message: text, cause: error });
});

test.each([
  ['a value that PostgreSQL rejects', coded('22P02', 'invalid input syntax: "CERT"')],
  ['a missing right', coded('42501')],
  ['a database that does not exist', coded('3D000')],
  ['too much work', new Overloaded('timeout')],
])('%s is another error', (_what, error) => {
  expect(asUnavailable(error)).toBe(error);
});
