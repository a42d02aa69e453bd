import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { NO_USAGE } from './allowance.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import { groupUsers, bouncedKey, reachability, type ReachabilityInput } from './reachability.ts';
import { DEFAULT_MAPS_URL } from '../templates/maps.ts';

const TEAM = { email: 'safety@team.example', phone: '+12025550100' };
const ANA = { name: 'Ana', email: 'ana@team.example', phone: '+1 202 555 0143' };

type Input = Omit<ReachabilityInput, 'users'> & { users: (typeof ANA)[] };

function checkAll(settings: Record<string, string> = {}, input: Partial<Input> = {}) {
  const values = new Map([...defaultSettings(TEAM), ...Object.entries(settings)]);
  const { users = [ANA], ...others } = input;
  const known = { stopped: new Set<string>(), bad: new Set<string>(), ...others };
  return reachability({
    item: { kind: 'button', id: 5 },
    settings: values,
    consultancy: perChannel(() => ''),
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
    configured: BOTH,
    ...known,
    users: groupUsers(users, known),
  });
}

function check(...given: Parameters<typeof checkAll>) {
  const { level, reasons } = checkAll(...given);
  return [level, ...reasons.map(({ kind }) => kind)];
}

const BOTH = { ...perChannel(() => false), email: true, sms: true };

test('green for a new subscriber: the safety team is notified by email and SMS', () => {
  expect(check()).toEqual(['green']);
  expect(check({ btn_5_mode: 'no' })).toEqual(['off', 'switched-off']);
});

test('red if no one but the user would be notified', () => {
  const none = { mail_to_admin_emails_5: '', sms_to_admin_number_5: '' };
  expect(check(none)).toEqual(['red', 'nobody', 'skipped', 'skipped']);
  const stopped = new Set([TEAM.phone]);
  const bad = new Set([bouncedKey('email', 'Safety@team.example')]);
  expect(check({}, { stopped, bad })).toEqual(['red', 'nobody', 'bounced', 'stopped']);
  const configured = perChannel(() => false);
  expect(check({}, { configured })).toEqual(['red', 'nobody', 'not-configured', 'not-configured']);
});

test('amber for a single address, an invalid one, STOP, a bounce, or a channel that is not configured', () => {
  expect(check({}, { configured: { ...BOTH, sms: false } })).toEqual(['amber', 'only-one', 'not-configured']);
  expect(check({}, { stopped: new Set([TEAM.phone]) })).toEqual(['amber', 'only-one', 'stopped']);
  expect(check({ mail_to_admin_emails_5: 'a@b.example, c@d.example, nobody' })).toEqual(['amber', 'skipped']);
  const bad = new Set([bouncedKey('email', 'c@d.example')]);
  expect(check({ mail_to_admin_emails_5: 'a@b.example, c@d.example' }, { bad })).toEqual([
    'amber',
    'bounced',
  ]);
  expect(check({ mail_to_bermac_5: 'yes' })).toEqual(['amber', 'skipped']);
  expect(
    check(
      { mail_to_bermac_5: 'yes' },
      { consultancy: { ...perChannel(() => ''), email: 'c@consult.example', sms: '' } },
    ),
  ).toEqual(['green']);
});

test('each reason is a sentence about its recipient', () => {
  const settings = {
    mail_to_admin_emails_5: 'a@b.example, nobody',
    mail_to_bermac_5: 'yes',
    sms_to_admin_number_5: `${TEAM.phone},9005550143`,
  };
  const { reasons } = checkAll(settings, { stopped: new Set([TEAM.phone]) });
  expect(reasons).toEqual([
    { kind: 'only-one', text: 'Only one address would be notified: a@b.example.' },
    { kind: 'skipped', text: '“nobody” is not an email address.' },
    { kind: 'skipped', text: 'No email address is known for the safety consultancy.' },
    {
      kind: 'stopped',
      text: '+1 202 555 0100 replied STOP: it gets no SMS.',
      address: '+12025550100',
    },
    {
      kind: 'skipped',
      text: '+1 900 555 0143 is a premium-rate or shared-cost number. SMS are never sent to such numbers.',
    },
  ]);
});

test('the reasons that concern all recipients name the button and the address', () => {
  const textsOf = (...given: Parameters<typeof checkAll>) =>
    checkAll(...given).reasons.map(({ text }) => text);
  expect(textsOf({ btn_5_mode: 'no' })).toEqual(['Lone Worker Emergency is turned off: the app rejects it.']);
  const bad = new Set([bouncedKey('email', TEAM.email)]);
  expect(textsOf({ sms_to_admin_number_5: '' }, { bad })).toEqual([
    'Only the person who pressed would get a message.',
    `The last message to ${TEAM.email} did not arrive.`,
    'No phone number is known for the safety team.',
  ]);
  expect(textsOf({}, { configured: perChannel(() => false) })).toEqual([
    'No email or SMS would be sent.',
    'Email is not configured on this server. These messages would be stored, but not sent.',
    'SMS is not configured on this server. These messages would be stored, but not sent.',
  ]);
});

test('accepts settings as a record, and ignores inherited keys', () => {
  const settings = Object.fromEntries(defaultSettings(TEAM));
  expect(check({}, { settings })).toEqual(['green']);
  expect(check({}, { settings: Object.create(settings) as typeof settings })).toEqual([
    'off',
    'switched-off',
  ]);
});

/** What may be sent today: one more email to an external recipient, and any number of SMS. */
function countedEmails(messages: number, recipient: { isReached: boolean; isOwn: boolean } | null) {
  const unlimited = { messages: 1000, recipients: null, own: null };
  const known = recipient && { countedAs: null, ...recipient };
  return {
    ...perChannel((channel) => ({
      allowance: { ...unlimited, channel },
      usage: NO_USAGE,
      recipients: new Map(),
    })),
    email: {
      allowance: { ...unlimited, channel: 'email' as const, messages: 10 },
      usage: { ...NO_USAGE, messages },
      recipients: new Map(known ? [[TEAM.email, known]] : []),
    },
  };
}

test('amber if the daily limit would hold a message to the safety team', () => {
  const stranger = { isReached: false, isOwn: false };
  const settings = { mail_to_admin_emails_5: TEAM.email.toUpperCase() };
  const limited = checkAll(settings, { counted: countedEmails(10, stranger) });
  expect(limited).toEqual({
    level: 'amber',
    reasons: [
      { kind: 'only-one', text: 'Only one address would be notified: +1 202 555 0100.' },
      {
        kind: 'limited',
        text: 'This account has reached its limit of 10 emails a day to external recipients. Further messages are held.',
      },
    ],
  });
  expect(check(settings, { counted: countedEmails(9, stranger) })).toEqual(['green']);
  expect(check(settings, { counted: countedEmails(10, null) })).toEqual(['green']);
  expect(check(settings, { counted: countedEmails(10, { ...stranger, isOwn: true }) })).toEqual(['green']);
});

test('a limit holds no emergency to a recipient who was reached before, and every other message', () => {
  const counted = countedEmails(10, { isReached: true, isOwn: false });
  expect(check({}, { counted })).toEqual(['green']);
  expect(check({}, { counted, item: { kind: 'button', id: 4 } })).toEqual(['amber', 'only-one', 'limited']);
  expect(check({}, { counted, item: { kind: 'form', id: 1 } })).toEqual(['red', 'nobody', 'limited']);
});

test('the limit counts the messages of the submission itself, only to the safety team', () => {
  const counted = countedEmails(9, { isReached: false, isOwn: false });
  const other = 'other@team.example';
  counted.email.recipients.set(other, { countedAs: null, isReached: false, isOwn: false });
  expect(check({ mail_to_admin_emails_5: `${TEAM.email},${other}` }, { counted })).toEqual([
    'amber',
    'limited',
  ]);
  const toConsultancy = { mail_to_admin_emails_5: TEAM.email, mail_to_bermac_5: 'yes' };
  expect(
    check(toConsultancy, { counted, consultancy: { ...perChannel(() => ''), email: other, sms: '' } }),
  ).toEqual(['green']);
});

test('amber if a text that would be sent contains an invalid variable', () => {
  expect(check({ mail_to_admin_subject_5: 'Help {{NAEM}}' })).toEqual(['amber', 'bad-variable']);
  expect(check({ sms_to_user_5: 'yes', sms_to_user_message_5: '{{NAEM}}' })).toEqual([
    'amber',
    'bad-variable',
  ]);
  expect(check({ mail_to_admin_message_5: 'Help {{NAEM}}' })).toEqual(['amber', 'bad-variable']);
  expect(check({ sms_to_admin_message_5: '{{LOCATION_IMAGE}}' })).toEqual(['amber', 'bad-variable']);
  expect(check({ sms_to_user_message_5: '{{NAEM}}' })).toEqual(['green']);
});

test('amber if an app user would not get its messages', () => {
  const users = [ANA, { ...ANA, phone: '12' }, { ...ANA, phone: '+1 202 555 0144' }];
  const stopped = new Set(['+12025550144']);
  expect(check({ sms_to_user_5: 'yes' }, { users, stopped })).toEqual(['amber', 'user-unreachable']);
  expect(check({ sms_to_user_5: 'no' }, { users, stopped })).toEqual(['green']);
});

test('a form has no SMS', () => {
  const item = { kind: 'form', id: 1 } as const;
  expect(check({}, { item, stopped: new Set([TEAM.phone]) })).toEqual(['amber', 'only-one']);
});

test('grouping users with the same result does not change the counts', () => {
  const bad = new Set([bouncedKey('email', 'gone@team.example')]);
  const stopped = new Set(['+12025550199']);
  const users = [
    ANA,
    { ...ANA, email: 'GONE@team.example' },
    { ...ANA, email: 'no address', phone: '' },
    { ...ANA, phone: '(202) 555-0199' },
    { ...ANA, email: ' ', phone: '12' },
    { ...ANA, name: 'Bo', email: 'bo@team.example' },
  ];
  expect(groupUsers(users, { stopped, bad }).map(({ count }) => count)).toEqual([2, 1, 1, 1, 1]);
  const input = {
    item: { kind: 'button', id: 5 } as const,
    settings: new Map([...defaultSettings(TEAM), ['sms_to_user_5', 'yes'], ['mail_to_user_5', 'yes']]),
    consultancy: perChannel(() => ''),
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
    configured: BOTH,
    stopped,
    bad,
  };
  const grouped = reachability({ ...input, users: groupUsers(users, { stopped, bad }) });
  expect(grouped).toEqual(reachability({ ...input, users: users.map((user) => ({ user, count: 1 })) }));
  expect(grouped.reasons.map(({ text }) => text)).toEqual([
    '3 of 6 app users would not get their own email.',
    '3 of 6 app users would not get their own SMS.',
  ]);
});
