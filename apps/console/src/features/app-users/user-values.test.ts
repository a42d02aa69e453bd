import { expect, test } from 'vitest';
import { createAppUserBody, updateAppUserBody } from '@callpoint/contract/app-users';
import { EMPTY_USER, toNewUser, toUserChange, withoutPassword } from './user-values.ts';

const anna = {
  name: ' Anna Berg ',
  email: 'anna@example.com ',
  phone: ' +1 202 555 0143',
  password: ' secret words',
};

test('a new user is sent as the call expects it, with the password unchanged', () => {
  const data = toNewUser(anna, 7);
  expect(data).toEqual({
    team_id: 7,
    name: 'Anna Berg',
    email: 'anna@example.com',
    phone: '+1 202 555 0143',
    password: ' secret words',
    sms_consent: 'This user agrees to receive text messages (SMS) at this number.',
  });
  expect(createAppUserBody.safeParse({ data }).success).toBe(true);
});

test('the call’s schema rejects an empty form, field by field', () => {
  const issues = createAppUserBody.safeParse({ data: toNewUser(EMPTY_USER, 7) }).error?.issues ?? [];
  expect(new Set(issues.map(({ path }) => path.at(-1)))).toEqual(
    new Set(['name', 'email', 'phone', 'password']),
  );
});

test('a password is sent only when one was typed', () => {
  const typed = { ...anna, consent: false };
  expect(toUserChange(typed, { team_id: 7, sms_consent: null })).toHaveProperty('password', ' secret words');
  const data = toUserChange(withoutPassword(typed), { team_id: 7, sms_consent: null });
  expect(data).not.toHaveProperty('password');
  expect(data).not.toHaveProperty('sms_consent');
  expect(updateAppUserBody.safeParse({ id: 3, data }).success).toBe(true);
});

test('consent is sent where it was given, and is missing for another number', () => {
  const typed = { ...anna, consent: true };
  const sms_consent = 'This user agrees to receive text messages (SMS) at this number.';
  const before = (number: string) => ({
    team_id: 7,
    sms_consent: {
      at: '2026-11-21T08:00:00.000Z',
      by: { role: 'team' as const, id: 7 },
      number,
      wording: 'Yes',
    },
  });
  expect(toUserChange(typed, { team_id: 7, sms_consent: null })).toMatchObject({ sms_consent });
  expect(toUserChange(typed, before('+1 202 555 0199'))).toMatchObject({ sms_consent });
  expect(toUserChange(typed, before('+1 202 555 0143'))).not.toHaveProperty('sms_consent');
});
