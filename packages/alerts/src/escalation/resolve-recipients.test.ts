import { CHANNEL, CHANNELS, perChannel } from '@callpoint/contract/channels/channels';
import { DEFAULT_VOICE_RULES, type StepRecipient } from '@callpoint/contract/escalation';
import { RECIPIENT_GROUPS } from '@callpoint/contract/escalation-terms';
import { isEmailAddress } from '@callpoint/contract/fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../arbitraries.ts';
import { skipText } from '../plan/skip-reasons.ts';
import { createPersonKeys } from './directory.ts';
import { resolveRecipients, type RecipientsInput, type ResolvedRecipient } from './resolve-recipients.ts';

const ANN = { name: 'Ann Lee', email: 'ann@example.com', phone: '+1 202 555 0143' };
const MARIA = { name: 'Maria Ortiz', email: 'maria@example.com', phone: '+1 303 555 0141' };
const BOSS = { name: 'Bo Stone', email: 'boss@example.com', phone: '+1 202 555 0100' };

const lists = (email: string, phone: string) =>
  perChannel((channel) => (CHANNEL[channel].addressKind === 'email' ? email : phone));

/** A step of `to` by email and SMS, for a press of Ann. */
function step(to: StepRecipient[], changed: Partial<RecipientsInput> = {}): RecipientsInput {
  return {
    to,
    by: ['email', 'sms'],
    isEmergency: true,
    isDrill: false,
    directory: {
      team: lists('boss@example.com, Maria@example.com', '+12025550100'),
      contacts: [MARIA, { name: '', email: '', phone: '' }, { name: 'Sam', email: '', phone: '3035550142' }],
      owner: BOSS,
      consultancy: { enabled: perChannel(() => true), lists: lists('help@consult.example', '+12025550150') },
      administrators: [{ name: 'Ada', email: 'ada@callpoint.example' }],
      people: [ANN, MARIA],
    },
    worker: ANN,
    voice: { rules: DEFAULT_VOICE_RULES, zone: 'America/Denver', at: '2026-11-25T18:00:00.000Z' },
    smsCountries: null,
    stopped: new Set(),
    ...changed,
  };
}

const summaryOf = ({ channel, role, name, address, skipped }: ResolvedRecipient) =>
  [channel, role, name ?? '?', address || '-', skipped && skipText({ channel, role, address, name }, skipped)]
    .filter((part) => part !== null)
    .join(' | ');
const summarize = (input: RecipientsInput) => resolveRecipients(input).map(summaryOf);

test('resolves the members of each group, with their names', () => {
  expect(summarize(step([{ kind: 'team' }]))).toEqual([
    'email | team | Bo Stone | boss@example.com',
    'email | team | Maria Ortiz | Maria@example.com',
    'sms | team | Bo Stone | +12025550100',
  ]);
  expect(summarize(step([{ kind: 'contacts' }]))).toEqual([
    'email | contacts | Maria Ortiz | maria@example.com',
    'email | contacts | Sam | - | No email address is known for Sam.',
    'sms | contacts | Maria Ortiz | +13035550141',
    'sms | contacts | Sam | +13035550142',
  ]);
  expect(summarize(step([{ kind: 'owner' }], { by: ['sms'] }))).toEqual([
    'sms | owner | Bo Stone | +12025550100',
  ]);
  expect(summarize(step([{ kind: 'consultancy' }]))).toEqual([
    'email | consultancy | ? | help@consult.example',
    'sms | consultancy | ? | +12025550150',
  ]);
  expect(summarize(step([{ kind: 'administrators' }]))).toEqual([
    'email | administrators | Ada | ada@callpoint.example',
    'sms | administrators | Ada | - | No phone number is known for Ada.',
  ]);
  const named: StepRecipient = { kind: 'person', name: 'Kim', email: 'kim@example.com', phone: '' };
  expect(summarize(step([named]))).toEqual([
    'email | person | Kim | kim@example.com',
    'sms | person | Kim | - | No phone number is known for Kim.',
  ]);
});

test('gives all addresses of a person the same key', () => {
  const keys = resolveRecipients(step([{ kind: 'team' }, { kind: 'contacts' }, { kind: 'owner' }])).map(
    ({ address, person }) => `${address} ${person}`,
  );
  expect(keys).toContain('Maria@example.com maria@example.com');
  expect(keys).toContain('+13035550141 maria@example.com');
  expect(keys).toContain('boss@example.com owner');
  expect(keys).toContain('+12025550100 owner');
});

test('a number of several people belongs to none of them', () => {
  const input = step([{ kind: 'team' }], { by: ['sms'] });
  const people = [ANN, { ...MARIA, phone: BOSS.phone }];
  const [recipient] = resolveRecipients({ ...input, directory: { ...input.directory, people } });
  expect(recipient).toMatchObject({ name: null, person: '+12025550100', skipped: null });
});

test('notifies an address once, even if one of its groups is not notified', () => {
  const to: StepRecipient[] = [{ kind: 'consultancy' }, { kind: 'owner' }, { kind: 'team' }];
  const input = step(to, { by: ['sms'] });
  const consultancy = { enabled: perChannel(() => false), lists: lists('', '+12025550100') };
  expect(summarize({ ...input, directory: { ...input.directory, consultancy } })).toEqual([
    'sms | consultancy | ? | - | The safety consultancy gets no SMS about this button.',
    'sms | owner | Bo Stone | +12025550100',
  ]);
});

test('skips the person who pressed, in any notation of the address', () => {
  const worker = { name: 'Ann Lee', email: 'MARIA@example.com', phone: '(303) 555-0142' };
  const skipped = 'The alert is about this person.';
  expect(summarize(step([{ kind: 'team' }, { kind: 'contacts' }], { worker }))).toEqual([
    'email | team | Bo Stone | boss@example.com',
    `email | team | Maria Ortiz | Maria@example.com | ${skipped}`,
    'email | contacts | Sam | - | No email address is known for Sam.',
    'sms | team | Bo Stone | +12025550100',
    'sms | contacts | Maria Ortiz | +13035550141',
    `sms | contacts | Sam | +13035550142 | ${skipped}`,
  ]);
});

test('people who share a mailbox with the person who pressed are notified over their own numbers', () => {
  const worker = { ...ANN, email: BOSS.email };
  const office = { ...MARIA, email: BOSS.email };
  const input = step([{ kind: 'owner' }, { kind: 'contacts' }], { worker, by: ['sms', 'voice'] });
  const directory = { ...input.directory, contacts: [office], people: [worker, office] };
  const found = resolveRecipients({ ...input, directory });
  expect(found.map(summaryOf)).toEqual([
    'sms | owner | Bo Stone | +12025550100',
    'sms | contacts | Maria Ortiz | +13035550141',
    'voice | owner | Bo Stone | +12025550100',
    'voice | contacts | Maria Ortiz | +13035550141',
  ]);
  expect(new Set(found.map(({ person }) => person))).toEqual(
    new Set(['owner', `${BOSS.email} +13035550141`]),
  );
});

test('skips all addresses of the person who pressed, but no one else who has the same number', () => {
  const skipped = 'The alert is about this person.';
  const office = { name: 'Front desk', email: 'desk@example.com', phone: ANN.phone };
  const other = { name: ' ann  LEE', email: 'ann.private@example.com', phone: ANN.phone };
  const input = step([{ kind: 'contacts' }], { by: ['email'] });
  const contacts = [office, other];
  expect(summarize({ ...input, directory: { ...input.directory, contacts } })).toEqual([
    'email | contacts | Front desk | desk@example.com',
    `email | contacts | ann  LEE | ann.private@example.com | ${skipped}`,
  ]);
  const owner = { ...ANN, email: 'boss@example.com' };
  const ofOwner = step([{ kind: 'team' }, { kind: 'owner' }, { kind: 'person', ...other }], {
    by: ['email'],
  });
  expect(summarize({ ...ofOwner, directory: { ...ofOwner.directory, owner } })).toEqual([
    `email | team | Ann Lee | boss@example.com | ${skipped}`,
    'email | team | Maria Ortiz | Maria@example.com',
    `email | person | ann  LEE | ann.private@example.com | ${skipped}`,
  ]);
  // The account that has the number is not that of the contact.
  const worker = { ...ANN, push: 'app_user:12' };
  const people = [{ ...ANN, push: 'app_user:12' }];
  const directory = { ...input.directory, contacts: [office], people };
  expect(summarize({ ...input, by: ['push'], worker, directory })).toEqual([
    'push | contacts | Front desk | - | No account for notifications is known for Front desk.',
  ]);
});

test('a push notification goes only to the account of the person, not to that of someone who shares a number or a mailbox', () => {
  const user = { ...MARIA, push: 'app_user:7' };
  const accountOf = (contact: { name: string; email: string; phone: string }) => {
    const input = step([{ kind: 'contacts' }], { by: ['push'] });
    const directory = { ...input.directory, contacts: [contact], people: [user, contact] };
    return resolveRecipients({ ...input, directory }).map(({ address, skipped }) => address || skipped?.code);
  };
  const none = ['no-address'];
  expect(accountOf({ name: 'Front desk', email: '', phone: MARIA.phone })).toEqual(none);
  expect(accountOf({ name: 'Front desk', email: 'desk@example.com', phone: MARIA.phone })).toEqual(none);
  expect(accountOf({ name: 'Front desk', email: MARIA.email, phone: '' })).toEqual(none);
  expect(accountOf({ name: 'Front desk', email: MARIA.email, phone: '+1 303 555 0199' })).toEqual(none);
  expect(accountOf({ name: 'Bo Stone', email: BOSS.email, phone: '' })).toEqual(none);
  const own = ['app_user:7'];
  expect(accountOf({ name: 'maria ORTIZ', email: '', phone: '(303) 555-0141' })).toEqual(own);
  expect(accountOf({ name: 'Maria Ortiz', email: 'other@example.com', phone: MARIA.phone })).toEqual(own);
  expect(accountOf({ name: 'M. Ortiz', email: MARIA.email, phone: MARIA.phone })).toEqual(own);
  expect(accountOf({ name: '', email: MARIA.email, phone: '' })).toEqual(own);
});

test('entries of one person have one key, also over a third entry; the owner is one of them', () => {
  const private1 = { name: 'Maria Ortiz', email: 'private@example.com', phone: '+1 303 555 0190' };
  const both = { ...MARIA, email: 'private@example.com' };
  const boss = { ...BOSS, email: 'bo@home.example' };
  const keyOf = createPersonKeys({ owner: BOSS, people: [MARIA, private1, both, boss] });
  expect([MARIA, private1, both].map(keyOf)).toEqual([
    'maria@example.com',
    'maria@example.com',
    'maria@example.com',
  ]);
  expect(keyOf({ name: 'maria ortiz', email: '', phone: '+1 303 555 0190' })).toBe('maria@example.com');
  expect(keyOf({ name: 'Kim', email: '', phone: '+1 303 555 0190' })).toBe('+13035550190');
  expect(keyOf(boss)).toBe('owner');
});

test('a person who is a contact and an app user counts as one, however they are notified', () => {
  const user = { ...MARIA, push: 'app_user:7' };
  const contact = { ...MARIA, email: 'private@example.com' };
  const input = step([{ kind: 'team' }, { kind: 'contacts' }], { by: ['email', 'sms', 'push'] });
  const directory = {
    ...input.directory,
    team: lists('', MARIA.phone),
    contacts: [contact],
    people: [user, contact],
  };
  const found = resolveRecipients({ ...input, directory }).filter(({ skipped }) => skipped === null);
  expect(found.map(({ channel, address }) => `${channel} ${address}`)).toEqual([
    'email private@example.com',
    'sms +13035550141',
    'push app_user:7',
  ]);
  expect(new Set(found.map(({ person }) => person)).size).toBe(1);
});

test('skips numbers that replied STOP, and addresses that cannot be used', () => {
  const input = step([{ kind: 'team' }], { by: ['sms'], stopped: new Set(['+12025550100']) });
  const directory = { ...input.directory, team: lists('', '+12025550100, 9005550143') };
  expect(summarize({ ...input, directory })).toEqual([
    'sms | team | Bo Stone | +12025550100 | This number replied STOP, so it gets no SMS until it replies START.',
    'sms | team | ? | +19005550143 | +1 900 555 0143 is a premium-rate or shared-cost number. SMS are never sent to such numbers.',
  ]);
});

test('a drill does not notify the consultancy and the administrators', () => {
  const to: StepRecipient[] = [{ kind: 'consultancy' }, { kind: 'administrators' }, { kind: 'owner' }];
  expect(summarize(step(to, { by: ['email'], isDrill: true }))).toEqual([
    'email | consultancy | ? | - | Drills do not notify the safety consultancy.',
    'email | administrators | ? | - | Drills do not notify the administrators.',
    'email | owner | Bo Stone | boss@example.com',
  ]);
});

const CALLS = CHANNELS.filter((channel) => CHANNEL[channel].isCall);
const NIGHT = '2026-11-25T05:00:00.000Z';
const DAY = '2026-11-25T18:00:00.000Z';

test.each(CALLS)('%s: only emergencies call at night, or without an agreement', (channel) => {
  const codeOf = (at: string, agreed: string[], changed: Partial<RecipientsInput> = {}) => {
    const rules = { ...DEFAULT_VOICE_RULES, agreed };
    const voice = { rules, zone: 'America/Denver', at };
    const [recipient] = resolveRecipients(
      step([{ kind: 'owner' }], { by: [channel], voice, isEmergency: false, ...changed }),
    );
    return recipient?.skipped?.code ?? null;
  };
  expect(codeOf(DAY, [])).toBe('not-agreed');
  expect(codeOf(DAY, ['(202) 555-0100'])).toBeNull();
  expect(codeOf(NIGHT, ['+12025550100'])).toBe('quiet-hours');
  expect(codeOf(NIGHT, [], { isEmergency: true })).toBeNull();
  expect(codeOf(DAY, [], { isEmergency: true, isDrill: true })).toBe('not-agreed');
});

const anyAddress = {
  email: fc.constantFrom('', ANN.email, 'ANN@example.com', MARIA.email, 'x@', 'z@z.example'),
};
const anyPhone = fc.constantFrom(
  '',
  ANN.phone,
  '2025550143',
  MARIA.phone,
  '911',
  '+12025550199',
  '9005550143',
);
const anyPerson = fc.record({ name: anyText, email: anyAddress.email, phone: anyPhone });
const anyList = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 5 }).map((parts) => parts.join(','));
const anyLists = fc.record(
  perChannel((channel) => anyList(CHANNEL[channel].addressKind === 'email' ? anyAddress.email : anyPhone)),
);
const anyRecipient: fc.Arbitrary<StepRecipient> = fc.oneof(
  fc.constantFrom(...RECIPIENT_GROUPS).map((kind) => ({ kind })),
  anyPerson.map((person) => ({ kind: 'person' as const, ...person })),
);
const anyStep: fc.Arbitrary<RecipientsInput> = fc.record({
  to: fc.array(anyRecipient, { maxLength: 6 }),
  by: fc.shuffledSubarray([...CHANNELS]),
  isEmergency: fc.boolean(),
  isDrill: fc.boolean(),
  directory: fc.record({
    team: anyLists,
    contacts: fc.array(anyPerson, { maxLength: 4 }),
    owner: anyPerson,
    consultancy: fc.record({ enabled: fc.record(perChannel(() => fc.boolean())), lists: anyLists }),
    administrators: fc.array(anyPerson, { maxLength: 2 }),
    people: fc.array(anyPerson, { maxLength: 4 }),
  }),
  worker: fc.constantFrom(ANN, { ...ANN, phone: '' }),
  voice: fc.record({
    rules: fc.record({
      quiet_from: fc.constantFrom('21:00', '07:00'),
      quiet_until: fc.constantFrom('21:00', '07:00'),
      agreed: fc.array(anyPhone, { maxLength: 3 }),
    }),
    zone: fc.constantFrom('UTC', 'America/Denver', 'No/Where'),
    at: fc.constantFrom(NIGHT, DAY),
  }),
  smsCountries: fc.constantFrom(null, ['US']),
  stopped: fc.constantFrom(new Set<string>(), new Set(['+13035550141'])),
});

test('for any step: each address once, and only valid addresses of people who may be notified', () => {
  fc.assert(
    fc.property(anyStep, (input) => {
      const recipients = resolveRecipients(input);
      const addresses = recipients
        .filter(({ address }) => address !== '')
        .map(({ channel, address }) => `${channel} ${address.toLowerCase()}`);
      expect(new Set(addresses).size).toBe(addresses.length);
      for (const { channel, role, name, person, address, skipped } of recipients) {
        if (skipped !== null) {
          expect(skipText({ channel, role, name, address }, skipped)).toMatch(/\.$/);
          continue;
        }
        const { addressKind, obeysStop, isCall } = CHANNEL[channel];
        expect(addressKind === 'email' ? isEmailAddress(address) : /^\+\d{7,15}$/.test(address)).toBe(true);
        expect(person).not.toBe('');
        expect(address.toLowerCase()).not.toBe('ann@example.com');
        if (input.worker.phone !== '') expect(address).not.toBe('+12025550143');
        if (obeysStop) expect(input.stopped.has(address)).toBe(false);
        if (isCall && !input.isEmergency) expect(input.voice.rules.agreed.length).toBeGreaterThan(0);
        if (input.isDrill) expect(['consultancy', 'administrators']).not.toContain(role);
        if (role === 'consultancy')
          expect(Object.values(input.directory.consultancy.enabled)).toContain(true);
      }
    }),
  );
});
