import { expect, test } from 'vitest';
import { defaultSettings } from './default-settings.ts';
import { alikeUsers, badKey, reachability, type ReachabilityInput } from './reachability.ts';
import { DEFAULT_MAPS_URL } from './values.ts';

const TEAM = { email: 'safety@team.example', phone: '+12025550100' };
const ANA = { name: 'Ana', email: 'ana@team.example', phone: '+1 202 555 0143' };

type Input = Omit<ReachabilityInput, 'users'> & { users: (typeof ANA)[] };

function judge(settings: Record<string, string> = {}, input: Partial<Input> = {}) {
  const values = new Map([...defaultSettings(TEAM), ...Object.entries(settings)]);
  const { users = [ANA], ...others } = input;
  const known = { stopped: new Set<string>(), bad: new Set<string>(), ...others };
  const { level, reasons } = reachability({
    item: { kind: 'button', id: 5 },
    settings: values,
    consultancy: { emails: '', phones: '' },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
    configured: { email: true, sms: true },
    ...known,
    users: alikeUsers(users, known),
  });
  return [level, ...reasons.map(({ kind }) => kind)];
}

const BOTH = { email: true, sms: true };

test('a new subscriber is green: the safety team is told by e-mail and SMS', () => {
  expect(judge()).toEqual(['green']);
  expect(judge({ btn_5_mode: 'no' })).toEqual(['off', 'switched-off']);
});

test('red: nobody but the user would be told', () => {
  const none = { mail_to_admin_emails_5: '', sms_to_admin_number_5: '' };
  expect(judge(none)).toEqual(['red', 'nobody', 'skipped', 'skipped']);
  const stopped = new Set([TEAM.phone]);
  const bad = new Set([badKey('email', 'Safety@team.example')]);
  expect(judge({}, { stopped, bad })).toEqual(['red', 'nobody', 'bounced', 'stopped']);
  const configured = { email: false, sms: false };
  expect(judge({}, { configured })).toEqual(['red', 'nobody', 'not-configured', 'not-configured']);
});

test('amber: one address only, a wrong one, STOP, a bounce, a channel that is missing', () => {
  expect(judge({}, { configured: { ...BOTH, sms: false } })).toEqual(['amber', 'only-one', 'not-configured']);
  expect(judge({}, { stopped: new Set([TEAM.phone]) })).toEqual(['amber', 'only-one', 'stopped']);
  expect(judge({ mail_to_admin_emails_5: 'a@b.example, c@d.example, nobody' })).toEqual(['amber', 'skipped']);
  const bad = new Set([badKey('email', 'c@d.example')]);
  expect(judge({ mail_to_admin_emails_5: 'a@b.example, c@d.example' }, { bad })).toEqual([
    'amber',
    'bounced',
  ]);
  expect(judge({ mail_to_bermac_5: 'yes' })).toEqual(['amber', 'skipped']);
  expect(
    judge({ mail_to_bermac_5: 'yes' }, { consultancy: { emails: 'c@consult.example', phones: '' } }),
  ).toEqual(['green']);
});

test('amber: a text that would show the name of a variable, where it is sent at all', () => {
  expect(judge({ mail_to_admin_message_5: 'Help {{NAEM}}' })).toEqual(['amber', 'bad-variable']);
  expect(judge({ sms_to_admin_message_5: '{{LOCATION_IMAGE}}' })).toEqual(['amber', 'bad-variable']);
  expect(judge({ sms_to_user_message_5: '{{NAEM}}' })).toEqual(['green']);
});

test('amber: app users who would not get what is meant for them', () => {
  const users = [ANA, { ...ANA, phone: '12' }, { ...ANA, phone: '+1 202 555 0144' }];
  const stopped = new Set(['+12025550144']);
  expect(judge({ sms_to_user_5: 'yes' }, { users, stopped })).toEqual(['amber', 'user-unreachable']);
  expect(judge({ sms_to_user_5: 'no' }, { users, stopped })).toEqual(['green']);
});

test('a form has no SMS', () => {
  const item = { kind: 'form', id: 1 } as const;
  expect(judge({}, { item, stopped: new Set([TEAM.phone]) })).toEqual(['amber', 'only-one']);
});

test('people of whom one stands for many are counted one by one', () => {
  const bad = new Set([badKey('email', 'gone@team.example')]);
  const stopped = new Set(['+12025550199']);
  const users = [
    ANA,
    { ...ANA, email: 'GONE@team.example' },
    { ...ANA, email: 'no address', phone: '' },
    { ...ANA, phone: '(202) 555-0199' },
    { ...ANA, email: ' ', phone: '12' },
    { ...ANA, name: 'Bo', email: 'bo@team.example' },
  ];
  expect(alikeUsers(users, { stopped, bad }).map(({ count }) => count)).toEqual([2, 1, 1, 1, 1]);
  const input = {
    item: { kind: 'button', id: 5 } as const,
    settings: new Map([...defaultSettings(TEAM), ['sms_to_user_5', 'yes'], ['mail_to_user_5', 'yes']]),
    consultancy: { emails: '', phones: '' },
    maps: { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null },
    configured: BOTH,
    stopped,
    bad,
  };
  const grouped = reachability({ ...input, users: alikeUsers(users, { stopped, bad }) });
  expect(grouped).toEqual(reachability({ ...input, users: users.map((user) => ({ user, count: 1 })) }));
  expect(grouped.reasons.map(({ text }) => text)).toEqual([
    '3 of 6 app users would not get their own E-mail.',
    '3 of 6 app users would not get their own SMS.',
  ]);
});
