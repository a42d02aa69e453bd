import { callBody, email, requiredLine, newPassword } from '@callpoint/contract/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';
import { rejectPersonalPassword, withPasswordRules } from './password-rules.ts';

const body = withPasswordRules(
  callBody({
    data: z.strictObject({
      email,
      account_name: requiredLine(100),
      phone: requiredLine(30),
      password: newPassword,
    }),
  }),
  ['data', 'password'],
);
const OWNER = {
  email: 'tess.miller@ridgeline.example',
  account_name: 'Ridgeline Construction',
  phone: '+1 202 555 0143',
};
const SHORT = 'Password must be at least 8 characters. A letter with accents counts as one.';
const COMMON = 'Password is too common. Choose another.';
const REPEATED = 'Password must not be one repeated character.';
const OWN_WORDS =
  'Password must not consist of your name, email address, phone number, company, or the product’s name.';

function problemsOf(password: unknown, owner: object = OWNER): [path: string, message: string][] {
  const { error } = body.safeParse({ data: { ...owner, password } });
  return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

test.each([
  ['password1', COMMON],
  ['PassWord123', COMMON],
  ['sunshine', COMMON],
  // Number 100,000 of the common passwords with eight characters or more.
  ['smokey24', COMMON],
  // Other Unicode forms of the same letters, which have the same hash.
  ['ｐａｓｓｗｏｒｄ１', COMMON],
  ['aａaａaａaａ', REPEATED],
  ['e\u0301'.repeat(4), SHORT],
  ['aaaaaaaa', REPEATED],
  ['////////////', REPEATED],
  ['👍'.repeat(8), REPEATED],
  ['ridgeline', OWN_WORDS],
  ['Ridgeline-2026!', OWN_WORDS],
  ['RidgelineConstruction', OWN_WORDS],
  ['tessmiller99', OWN_WORDS],
  ['Tess.Miller', OWN_WORDS],
  ['tess.miller@ridgeline.example', OWN_WORDS],
  ['tess-123456', OWN_WORDS],
  ['Callpoint1', OWN_WORDS],
  ['callpoint-admin', OWN_WORDS],
  ['202-555-0143', OWN_WORDS],
  ['+12025550143', OWN_WORDS],
  ['Safety_safety!!', OWN_WORDS],
])('rejects %s', (password, message) => {
  expect(problemsOf(password)).toEqual([['data.password', message]]);
});

test.each([
  'Orchard-lamp-42',
  'Quiet-harbour-77',
  'safety-begins-with-us',
  'ridge tunnel lantern',
  'Tess likes tulips',
])('accepts %s', (password) => {
  expect(problemsOf(password)).toEqual([]);
});

test('reports a weak password together with all other problems', () => {
  expect(problemsOf('password1', { email: 'tess@', account_name: '', phone: '+1 202 555 0143' })).toEqual([
    ['data.email', 'must be an email address, like name@example.com'],
    ['data.account_name', 'is required'],
    ['data.password', COMMON],
  ]);
  expect(problemsOf('short')).toEqual([['data.password', 'must be at least 8 characters']]);
  expect(problemsOf(12_345_678)).toEqual([['data.password', 'must be text']]);
});

test('ignores input of the wrong shape, which the schema rejects', () => {
  for (const input of [undefined, null, 1, 'text', [], { data: null }, { data: [] }]) {
    expect(body.safeParse(input).success).toBe(false);
  }
});

test('ignores input that is too long, which the schema rejects', () => {
  const words = Array.from({ length: 20_000 }, (_, number) => `word${number}`).join(' ');
  expect(problemsOf('x'.repeat(200_000))).toEqual([['data.password', 'must be at most 128 characters']]);
  expect(problemsOf('Orchard-lamp-42', { ...OWNER, account_name: words })).toEqual([
    ['data.account_name', 'must be at most 100 characters'],
  ]);
});

test('rejects a password that consists of stored words about the owner', () => {
  expect(() => rejectPersonalPassword('Miller-2026', { last_name: 'Miller' }, 'password')).toThrow(
    expect.objectContaining({ status: 400, problems: [{ msg: OWN_WORDS, field: 'password' }] }),
  );
  rejectPersonalPassword('Miller-2026', { last_name: 'Smith', email: null }, 'password');
});

test('the list has the 100,000 most common passwords with eight characters or more', () => {
  for (const password of ['12345678', 'qwertyuiop', 'iloveyou1', 'princess']) {
    expect(isCommonPassword(password)).toBe(true);
  }
  for (const password of ['Orchard-lamp-42', '123456\npassword', '', ' ']) {
    expect(isCommonPassword(password)).toBe(false);
  }
});
