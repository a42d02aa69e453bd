import { expect, test } from 'vitest';
import { violationsWith } from './example-repository.ts';

const NAMED = 'read the descriptor of the channel instead of its name';
const FOR_EACH = 'a value for each channel: the type checker then reports a missing one';

test.each([
  { what: 'a comparison', text: `export const a = (channel: string) => channel === 'email';`, name: 'email' },
  {
    what: 'a comparison in reverse',
    text: `export const a = (one: string) => 'email' !== one;`,
    name: 'email',
  },
  {
    what: 'a comparison with a template',
    text: 'export const a = (one: string) => one === `sms`;',
    name: 'sms',
  },
  {
    what: 'a case of a switch',
    text: `export function a(one: string) { switch (one) { case 'email': return 1; } }`,
    name: 'email',
  },
  {
    what: 'a message on one channel',
    text: `export const a = { channel: 'email' as const };`,
    name: 'email',
  },
  { what: 'a variable', text: `export const channel = 'email';`, name: 'email' },
  { what: 'a default value', text: `export const a = (channel = 'email') => channel;`, name: 'email' },
  { what: 'an argument', text: `export const a = recipients('email', []);`, name: 'email' },
  { what: 'a descriptor by its name', text: `export const a = CHANNEL.email;`, name: 'email' },
  { what: 'a driver by its name', text: `export const a = DRIVER['email'];`, name: 'email' },
  { what: 'a value by the name of the channel', text: `export const a = texts.sms;`, name: 'sms' },
  { what: 'a value for the channel', text: `export const a = { email: 1, sms: 2 };`, name: 'sms' },
  { what: 'any other text', text: `export const a = new Set(['sms']);`, name: 'sms' },
  {
    what: 'a part of a name',
    text: `export const a = (channel: string) => channel.startsWith('sm');`,
    name: 'sm',
  },
  {
    what: 'a list that is searched',
    text: `export const a = (channel: string) => ['email'].includes(channel);`,
    name: 'email',
  },
  {
    what: 'a set that is searched',
    text: `export const a = (one: Row) => new Set(['email']).has(one.channel);`,
    name: 'email',
  },
  {
    what: 'a set that is declared and searched',
    text: `const SET = new Set(['email'] as const); export const a = (channel: string) => SET.has(channel);`,
    name: 'email',
  },
  { what: 'a map', text: `export const a = new Map([['email', 1]]);`, name: 'email' },
  {
    what: 'an object that is searched',
    text: `export const a = (channel: string) => ({ email: 1 })[channel];`,
    name: 'email',
  },
  {
    what: 'an object that is declared and searched',
    text: `const LIMITS = { email: 1 } as const; export const a = ({ channel }: Row) => LIMITS[channel];`,
    name: 'email',
  },
  {
    what: 'the type of the other channels',
    text: `export type A = Exclude<Channel, 'email'>;`,
    name: 'email',
  },
])('outside of the channels, $what is rejected', ({ text, name }) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  expect(violationsWith({ [file]: text })).toEqual([`${file}:1: '${name}': ${NAMED}`]);
});

test.each([
  [`export const a = (channel: string) => /^sms$/.test(channel);`, `/^sms$/: ${NAMED}`],
  [`export const a = (one: Row) => one.channel.match(/^e/);`, `/^e/: ${NAMED}`],
  ['export type A = Partial<Record<Channel, number>>;', FOR_EACH],
  ['export type A = Partial<Readonly<Record<Channel, number>>>;', FOR_EACH],
])('outside of the channels, "%s" is rejected', (text, why) => {
  const file = 'apps/server/src/delivery/queue/claim.ts';
  expect(violationsWith({ [file]: text })).toEqual([`${file}:1: ${why}`]);
});

test.each([
  { what: 'a list of channels', text: `export const a = ['email', 'sms'];` },
  { what: 'a type of channels', text: `export type A = 'email' | 'sms';` },
])('outside of the channels, $what is rejected with each name', ({ text }) => {
  const file = 'packages/alerts/src/new-file.ts';
  expect(violationsWith({ [file]: text }).toSorted()).toEqual([
    `${file}:1: 'email': ${NAMED}`,
    `${file}:1: 'sms': ${NAMED}`,
  ]);
});

test('the email of a person is no channel, and the folders of the channels may name theirs', () => {
  const column = `export const a = db.selectFrom('team').select(['id', 'email']).where('email', '=', team.email);`;
  const list = `export const FIELDS = ['email']; export const c = (field: string) => FIELDS.includes(field);`;
  const field = `export const b = (field: string) => (field === 'email' ? { email: 1 } : input('phone', { field: 'email' }));`;
  expect(
    violationsWith({
      'apps/server/src/features/plans/plans.repository.ts': `${column}\n${field}\n${list}`,
      'apps/server/src/delivery/channels/sms/sms-driver.ts': `export const a = { channel: 'sms' };`,
      'packages/contract/src/channels/channels.ts': `export const ALL = ['email', 'sms'];`,
      'apps/console/src/texts/deliveries.ts': `export const channels = { email: 'Email', sms: 'SMS' };`,
      'apps/server/src/db/rows.test.ts': `export const channel = 'sms';`,
    }),
  ).toEqual([]);
});
