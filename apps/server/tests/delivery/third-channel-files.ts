/**
 * A third channel as a developer adds it: telephone calls that read a text aloud. Files by their path in the repository,
 * the lines of the lists that name channels, the console's texts, and two tests that run in the changed copy.
 */

const CONTRACT = 'packages/contract/src';
const DRIVERS = 'apps/server/src/delivery/channels';

export const FOLDERS: Readonly<Record<string, string>> = {
  [`${CONTRACT}/channels/voice/voice.ts`]: `import type { ChannelDescriptor } from '../channel.ts';

export const voiceChannel = {
  addressKind: 'phone',
  contentKind: 'text',
  label: 'Voice',
  nouns: {
    one: 'call',
    many: 'calls',
    addresses: 'phone numbers',
    inSentence: 'call',
    withArticle: 'a call',
    address: 'phone number',
  },
  isChargedBySegment: false,
  items: ['button'],
  routes: [
    {
      role: 'team',
      switchedBy: null,
      isOnByDefault: true,
      list: 'voice_to_admin_number',
      subject: null,
      text: 'voice_to_admin_message',
    },
  ],
  obeysStop: false,
  notConfigured: 'Voice is not configured on this server.',
  consultancyKey: 'user_submission_phones',
  dailyLimit: { key: 'daily_voice_limit', defaults: { free: 10, paid: 100, upgrade_by_admin: 100 } },
  ownLimit: null,
} as const satisfies ChannelDescriptor;
`,
  [`${CONTRACT}/channels/voice/voice-faults.ts`]: `import { ADVICE_WAIT, type Fault } from '../fault.ts';

export const VOICE_FAULTS = {
  'voice-busy': { means: 'The line is busy.', advice: ADVICE_WAIT },
} as const satisfies Record<string, Fault>;
`,
  [`${DRIVERS}/voice/voice-driver.ts`]: `import { z } from 'zod';
import { channelVariables, EnvironmentError } from '../../../config/variables.ts';
import type { ChannelDriver } from '../channel.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';

type VoiceSettings = { from: string; secret: string };

/** The line is busy at the first call; the texts of the later ones are read aloud. */
export const voiceDriver: ChannelDriver<VoiceSettings> = {
  variables: channelVariables(
    {
      VOICE_FROM: z.string().regex(/^\\+\\d+$/, 'must be a number').optional(),
      VOICE_SECRET: z.string().min(8, 'must be at least 8 characters').optional(),
    },
    ({ VOICE_FROM: from, VOICE_SECRET: secret }) => {
      if (from === undefined) return null;
      if (secret === undefined) throw new EnvironmentError('Voice needs VOICE_SECRET too');
      return { from, secret };
    },
  ),
  open({ from }) {
    let calls = 0;
    return {
      concurrency: 1,
      async send({ body, message_key }) {
        calls += 1;
        if (calls === 1) return { kind: 'temporary', fault: 'voice-busy', providerText: '486 Busy Here' };
        return { kind: 'sent', providerText: \`\${from} reads: \${body}\`, providerId: \`CA\${message_key}\` };
      },
    };
  },
  summary: (settings) => (settings ? \`Voice   calls from \${settings.from}\` : 'Voice   held: set VOICE_FROM'),
  hooks: ({ secret }) => [
    {
      path: '/voice/answered',
      isSigned: ({ headers }) => headers['x-voice-secret'] === secret,
      contentType: 'text/plain',
      async handle({ body }, { recordReceipt }) {
        const messageKey = String(body['message']);
        await recordReceipt({ messageKey, providerId: \`CA\${messageKey}\`, outcome: 'delivered' });
        return 'Noted.';
      },
    },
  ],
  laneOf: null,
  retry: { waits: RETRY_WAITS, thenEvery: HOUR, giveUpAfter: 2 * HOUR },
  acceptanceProvesAddress: true,
  acceptedText: ({ provider_text }) => provider_text ?? '',
  receiptText: ({ provider_text }) => \`The call was \${provider_text}.\`,
};
`,
};

/** In each file, the text that gets the new line, and the text with it. */
export const LINES: readonly { file: string; find: string; replace: string }[] = [
  {
    file: `${CONTRACT}/channels/channels.ts`,
    find: "import { smsChannel } from './sms/sms.ts';",
    replace: "import { smsChannel } from './sms/sms.ts';\nimport { voiceChannel } from './voice/voice.ts';",
  },
  {
    file: `${CONTRACT}/channels/channels.ts`,
    find: 'sms: smsChannel }',
    replace: 'sms: smsChannel, voice: voiceChannel }',
  },
  {
    file: `${CONTRACT}/faults.ts`,
    find: "import { SMS_FAULTS } from './channels/sms/sms-faults.ts';",
    replace:
      "import { SMS_FAULTS } from './channels/sms/sms-faults.ts';\nimport { VOICE_FAULTS } from './channels/voice/voice-faults.ts';",
  },
  { file: `${CONTRACT}/faults.ts`, find: 'sms: SMS_FAULTS', replace: 'sms: SMS_FAULTS, voice: VOICE_FAULTS' },
  {
    file: `${DRIVERS}/channels.ts`,
    find: "import { smsDriver } from './sms/sms-driver.ts';",
    replace:
      "import { smsDriver } from './sms/sms-driver.ts';\nimport { voiceDriver } from './voice/voice-driver.ts';",
  },
  { file: `${DRIVERS}/channels.ts`, find: 'sms: smsDriver', replace: 'sms: smsDriver, voice: voiceDriver' },
];

const TEXTS = 'apps/console/src/texts';
const MODES = "voice: 'Voice calls'";

/** The texts that the type checker asks for, in the same form. */
export const SCREEN_TEXTS: typeof LINES = [
  {
    file: `${TEXTS}/channel-settings.ts`,
    find: '      sms: {\n        card:',
    replace: `      voice: {
        card: 'Voice Notification Settings',
        recipients: { label: 'Who on the safety team is called', help: 'Phone numbers.' },
        notify: { user: 'Call the user', consultancy: 'Call the safety consultancy' },
        text: { team: 'Text to read to the safety team', user: 'To the user', consultancy: 'To the consultancy' },
      },
      sms: {
        card:`,
  },
  {
    file: `${TEXTS}/channel-settings.ts`,
    find: "      sms: 'No one would get an SMS.',",
    replace: "      sms: 'No one would get an SMS.',\n      voice: 'Nobody would be called.',",
  },
  { file: `${TEXTS}/channel-settings.ts`, find: "sms: 'SMS' }", replace: `sms: 'SMS', ${MODES} }` },
  {
    file: `${TEXTS}/configuration.ts`,
    find: "      daily_sms_limit: 'SMS a day to external recipients',",
    replace:
      "      daily_sms_limit: 'SMS a day to external recipients',\n      daily_voice_limit: 'Calls a day',",
  },
  {
    file: `${TEXTS}/configuration.ts`,
    find: '      daily_sms_limit:\n',
    replace: "      daily_voice_limit: 'By plan.',\n      daily_sms_limit:\n",
  },
  { file: `${TEXTS}/deliveries.ts`, find: "sms: 'SMS' }", replace: `sms: 'SMS', ${MODES} }` },
  {
    file: `${TEXTS}/deliveries.ts`,
    find: "sms: 'by SMS' }",
    replace: "sms: 'by SMS', voice: 'by phone call' }",
  },
  {
    file: `${TEXTS}/overview.ts`,
    find: "      sms: 'Not configured: no SMS is sent',",
    replace: "      sms: 'Not configured: no SMS is sent',\n      voice: 'Calls are not set up.',",
  },
  { file: `${TEXTS}/overview.ts`, find: "sms: 'SMS' }", replace: `sms: 'SMS', ${MODES} }` },
  {
    file: `${TEXTS}/sending-limits.ts`,
    find: "sms: 'sent today' }",
    replace: "sms: 'sent today', voice: 'calls today' }",
  },
  {
    file: `${TEXTS}/sending-limits.ts`,
    find: "sms: 'different numbers today' }",
    replace: "sms: 'different numbers today', voice: 'different numbers called today' }",
  },
  {
    file: `${TEXTS}/sending-limits.ts`,
    find: "sms: 'Text messages' }",
    replace: `sms: 'Text messages', ${MODES} }`,
  },
];

/**
 * What a press does with the channel, for a subscriber from before it existed: it is planned by the channel's own
 * settings, retried, sent, confirmed by the provider's receipt, logged, and found by the log's filter.
 */
export const SERVER_TEST = `import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, onTestFinished, test } from 'vitest';
import { AccountsDb } from '../src/db/accounts.ts';
import { openAdapters } from '../src/delivery/channels/channels.ts';
import { readEnvironment } from '../src/delivery/channels/environment.ts';
import { DeliveryWorker } from '../src/delivery/worker/worker.ts';
import { buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { ensureSettings } from '../src/features/settings/ensure-settings.ts';
import { DeliveryEvents } from '../src/testing/outbox.ts';
import { testServer } from '../src/testing/server.ts';

const variables = { VOICE_FROM: '+12025550100', VOICE_SECRET: 'long enough' };

test('the settings of the channel are read and validated with all others', () => {
  expect(() => readEnvironment({ PORT: 'x', VOICE_SECRET: 'short' })).toThrow(
    /^PORT must .*; VOICE_SECRET must be at least 8 characters$/,
  );
  expect(() => readEnvironment({ VOICE_FROM: '+12025550100' })).toThrow('Voice needs VOICE_SECRET too');
  expect(readEnvironment({}).channels.voice).toBeNull();
});

test('a press is called out by voice', async () => {
  const events = new DeliveryEvents();
  let worker: DeliveryWorker | undefined;
  const server = await testServer({
    variables,
    channels: perChannel((channel) => channel === 'voice'),
    wakeDelivery: () => worker?.wake(),
  });
  const { db } = server;
  const { channels: settings } = readEnvironment(variables);
  const channels = openAdapters(settings, { publicUrl: null, hasOptedOut: async () => false });
  worker = new DeliveryWorker({ db, channels, ...events });
  worker.start();
  onTestFinished(() => worker.stop());
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  await db.deleteFrom('settings').where('setting_key', 'like', 'voice%').execute();
  await ensureSettings(new AccountsDb(db));

  const token = await server.tokenOf('team', team.id);
  const { items } = (
    await server.get('/tapi/v1/listPaged/settings', {
      token,
      query: { filterin_setting_key: 'voice_to_admin_number_2|voice_to_admin_message_2' },
    })
  ).body;
  const idOf = (key: string) => items.find((item: { setting_key: string }) => item.setting_key === key).id;
  const save = (key: string, setting_value: string) =>
    server.post('/tapi/v1/update/settings', { token, body: { id: idOf(key), data: { setting_value } } });
  expect(await save('voice_to_admin_message_2', 'See {{LOCATION_IMAGE}}')).toMatchObject({
    status: 400,
    body: { errors: [{ msg: expect.stringContaining('{{LOCATION_IMAGE}} can’t be used in a call.') }] },
  });
  expect((await save('voice_to_admin_message_2', 'Call {{NAME}} back.')).status).toBe(200);
  expect((await save('voice_to_admin_number_2', '+12025550177')).status).toBe(200);

  const press = await server.post('/mapi/v1/button_click', {
    token: await server.tokenOf('app_user', user.id),
    body: { client_id: crypto.randomUUID(), button_id: 2 },
  });
  expect(press.status).toBe(200);
  await events.reached('sent', 1);
  const log = async (query: Record<string, string>) =>
    (await server.get('/tapi/v1/listPaged/delivery', { token, query })).body.items;

  const { message_key } = await db
    .selectFrom('delivery')
    .select('message_key')
    .where('channel', '=', 'voice')
    .executeTakeFirstOrThrow();
  const answered = (secret: string) =>
    fetch(new URL('/hooks/voice/answered', server.url), {
      method: 'POST',
      headers: { 'x-voice-secret': secret, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ message: message_key }),
    });
  const rejected = await answered('wrong');
  expect([rejected.status, await rejected.text()]).toEqual([
    403,
    expect.stringContaining('This call is not signed by the Voice provider.'),
  ]);
  expect(await (await answered(variables.VOICE_SECRET)).text()).toBe('Noted.');

  expect(await log({ filter_channel: 'voice' })).toMatchObject([
    {
      channel: 'voice',
      role: 'team',
      address: '+12025550177',
      state: 'sent',
      delivered_at: expect.any(String),
      attempts: [
        {
          outcome: 'temporary',
          fault: 'voice-busy',
          detail: 'The line is busy. Response: 486 Busy Here',
          provider_text: '486 Busy Here',
        },
        { outcome: 'sent', detail: \`+12025550100 reads: Call \${user.name} back.\` },
        { outcome: 'delivered', detail: 'It arrived. The call was delivered.' },
      ],
    },
  ]);
  expect((await log({})).map(({ channel }: { channel: string }) => channel)).toContain('email');
});
`;

/** The console shows the channel: in the filter and the rows of the delivery log, and in the settings of a button. */
export const CONSOLE_TEST = `import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { deliveryColumns } from './features/deliveries/delivery-columns.tsx';
import { DeliveryFilters, NoDeliveryMatches } from './features/deliveries/delivery-filters.tsx';
import { channelGroups } from './features/settings/cards/channel-groups.ts';
import { OWN_SCOPE } from './list/scope.ts';

const html = (node: ReactNode) => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);
const filters = { filters: { channel: 'voice' }, onFilters: () => {} };

test('the delivery log shows the channel and can be filtered by it', () => {
  expect(html(<DeliveryFilters scope={OWN_SCOPE} {...filters} />)).toContain(
    '<option value="voice" selected="">Voice calls</option>',
  );
  expect(html(<NoDeliveryMatches {...filters} />)).toContain('by phone call');
  const column = deliveryColumns(OWN_SCOPE).find(({ key }) => key === 'channel');
  expect(html(column?.cell({ channel: 'voice' } as never))).toContain('Voice calls');
});

test('the settings of a button have the fields of the channel', () => {
  const fields = channelGroups('voice', { kind: 'button', id: 2 }).flatMap((group) => group.fields);
  expect(fields.map(({ key, label }) => [key, label])).toEqual([
    ['voice_to_admin_number_2', 'Who on the safety team is called'],
    ['voice_to_admin_message_2', 'Text to read to the safety team'],
  ]);
});
`;
