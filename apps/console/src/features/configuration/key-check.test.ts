import { expect, test } from 'vitest';
import { problemsWhileTyping } from './key-check.ts';

const secret = (typed: string) => problemsWhileTyping('payment_secret_key', typed).length > 0;
const publishable = (typed: string) => problemsWhileTyping('payment_publishable_key', typed).length > 0;

test('a key that can’t become valid is reported immediately', () => {
  for (const typed of ['p', 'pk_live_abc', 'sk-', 'sk_prod_', 'sk_live_ab cd', 'sk_live_ab-']) {
    expect([typed, secret(typed)]).toEqual([typed, true]);
  }
  expect(publishable('sk_live_abc')).toBe(true);
});

test('a key that can still become valid is not reported until it is complete', () => {
  for (const typed of [
    '',
    's',
    'sk_',
    'sk_live',
    'sk_test_',
    'rk_live_1',
    'sk_live_abcdefgh',
    ' sk_live_a ',
  ]) {
    expect([typed, secret(typed)]).toEqual([typed, false]);
  }
  expect(publishable('pk_te')).toBe(false);
});

test('a list is not checked while it is typed', () => {
  expect(problemsWhileTyping('user_submission_emails', 'nobody')).toEqual([]);
});
