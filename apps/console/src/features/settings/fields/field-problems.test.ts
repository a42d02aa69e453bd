import { expect, test } from 'vitest';
import { channelGroups } from '../cards/channel-groups.ts';
import { dashboardGroups, type FieldSpec } from './field-specs.ts';
import { fieldProblems } from './field-problems.ts';

const button = { kind: 'button', id: 5 } as const;

function spec(key: string): FieldSpec {
  const groups = [...channelGroups('email', button), ...channelGroups('sms', button), ...dashboardGroups()];
  const found = groups.flatMap(({ fields }) => fields).find((field) => field.key === key);
  if (!found) throw new Error(`no field ${key}`);
  return found;
}

test('a select without a choice is a problem', () => {
  expect(fieldProblems(spec('mail_to_user_5'), '')).toEqual(['Notify the user by email is required.']);
  expect(fieldProblems(spec('btn_5_mode'), '')).toEqual(['Lone Worker Emergency: mode is required.']);
  expect(fieldProblems(spec('mail_to_user_5'), 'no')).toEqual([]);
});

test('each invalid address is named', () => {
  expect(fieldProblems(spec('mail_to_admin_emails_5'), 'anna@example.com, bob, carl@')).toEqual([
    '“bob” is not an email address.',
    '“carl@” is not an email address.',
  ]);
  expect(fieldProblems(spec('sms_to_admin_number_5'), '+12025550143, 202-555-0143, (303) 555-0141')).toEqual(
    [],
  );
  expect(fieldProblems(spec('sms_to_admin_number_5'), '+12025550143, 555, call me')).toEqual([
    '“555” is not a phone number of 7 to 15 digits.',
    '“call me” is not a phone number of 7 to 15 digits.',
  ]);
});

test('an unknown variable is named, and an image is not allowed in an SMS', () => {
  expect(fieldProblems(spec('mail_to_user_message_5'), 'Hello {{NAM}}')[0]).toContain(
    '{{NAM}} is not a variable',
  );
  expect(fieldProblems(spec('sms_to_user_message_5'), '{{LOCATION_IMAGE}}')[0]).toContain(
    'can’t be used in an SMS',
  );
  expect(fieldProblems(spec('mail_to_user_message_5'), '{{LOCATION_IMAGE}}')).toEqual([]);
});
