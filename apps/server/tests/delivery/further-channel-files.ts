/**
 * A further channel as a developer adds it: pagers that show a text. Files by their path in the repository,
 * the lines of the lists that name channels, the console's texts, and two tests that run in the changed copy.
 */

const CONTRACT = 'packages/contract/src';
const DRIVERS = 'apps/server/src/delivery/channels';

export const FOLDERS: Readonly<Record<string, string>> = {
  [`${CONTRACT}/channels/pager/pager.ts`]: `import type { ChannelDescriptor } from '../channel.ts';

export const pagerChannel = {
  addressKind: 'phone',
  contentKind: 'text',
  label: 'Pager',
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
      list: 'pager_to_admin_number',
      subject: null,
      text: 'pager_to_admin_message',
    },
  ],
  isCall: false,
  obeysStop: false,
  notConfigured: 'Pager is not configured on this server.',
  wasNotConfigured: 'Pager was not configured on this server at that time.',
  consultancyKey: 'user_submission_phones',
  dailyLimit: { key: 'daily_pager_limit', defaults: { free: 10, paid: 100, upgrade_by_admin: 100 } },
  ownLimit: null,
} as const satisfies ChannelDescriptor;
`,
  [`${CONTRACT}/channels/pager/pager-faults.ts`]: `import { ADVICE_WAIT, type Fault } from '../fault.ts';

export const PAGER_FAULTS = {
  'pager-busy': { means: 'The line is busy.', advice: ADVICE_WAIT },
} as const satisfies Record<string, Fault>;
`,
  [`${DRIVERS}/pager/pager-driver.ts`]: `import { z } from 'zod';
import { channelVariables } from '../../../config/variables.ts';
import type { ChannelDriver } from '../channel.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';

type PagerSettings = { from: string; secret: string };

/** The line is busy at the first message; the later ones arrive. */
export const pagerDriver: ChannelDriver<PagerSettings> = {
  variables: channelVariables(
    {
      PAGER_FROM: z.string().regex(/^\\+\\d+$/, 'must be a number').optional(),
      PAGER_SECRET: z.string().min(8, 'must be at least 8 characters').optional(),
    },
    ({ PAGER_FROM: from, PAGER_SECRET: secret }) =>
      from === undefined || secret === undefined ? null : { from, secret },
    (given) => (given.has('PAGER_FROM') && !given.has('PAGER_SECRET') ? ['Pager needs PAGER_SECRET too'] : []),
  ),
  open({ from }) {
    let calls = 0;
    return {
      concurrency: 1,
      async send({ body, message_key }) {
        calls += 1;
        if (calls === 1) return { kind: 'temporary', fault: 'pager-busy', providerText: '486 Busy Here' };
        return { kind: 'sent', providerText: \`\${from} reads: \${body}\`, providerId: \`CA\${message_key}\` };
      },
    };
  },
  summary: (settings) => (settings ? \`Pager   calls from \${settings.from}\` : 'Pager   held: set PAGER_FROM'),
  hooks: ({ secret }) => [
    {
      path: '/pager/answered',
      isSigned: ({ headers }) => headers['x-pager-secret'] === secret,
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
    replace: "import { smsChannel } from './sms/sms.ts';\nimport { pagerChannel } from './pager/pager.ts';",
  },
  {
    file: `${CONTRACT}/channels/channels.ts`,
    find: 'email: emailChannel,',
    replace: 'email: emailChannel, pager: pagerChannel,',
  },
  {
    file: `${CONTRACT}/faults.ts`,
    find: "import { SMS_FAULTS } from './channels/sms/sms-faults.ts';",
    replace:
      "import { SMS_FAULTS } from './channels/sms/sms-faults.ts';\nimport { PAGER_FAULTS } from './channels/pager/pager-faults.ts';",
  },
  {
    file: `${CONTRACT}/faults.ts`,
    find: 'email: EMAIL_FAULTS,',
    replace: 'email: EMAIL_FAULTS, pager: PAGER_FAULTS,',
  },
  {
    file: `${DRIVERS}/channels.ts`,
    find: "import { smsDriver } from './sms/sms-driver.ts';",
    replace:
      "import { smsDriver } from './sms/sms-driver.ts';\nimport { pagerDriver } from './pager/pager-driver.ts';",
  },
  {
    file: `${DRIVERS}/channels.ts`,
    find: 'email: emailDriver,',
    replace: 'email: emailDriver, pager: pagerDriver,',
  },
];

const TEXTS = 'apps/console/src/texts';
const MODES = "pager: 'Pager messages'";

/** The texts that the type checker asks for, in the same form. */
export const SCREEN_TEXTS: typeof LINES = [
  {
    file: `${TEXTS}/channel-settings.ts`,
    find: '      sms: {\n        card:',
    replace: `      pager: {
        card: 'Pager Notification Settings',
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
    replace: "      sms: 'No one would get an SMS.',\n      pager: 'Nobody would be called.',",
  },
  { file: `${TEXTS}/channel-settings.ts`, find: "email: 'Emails',", replace: `email: 'Emails', ${MODES},` },
  {
    file: `${TEXTS}/configuration.ts`,
    find: "      daily_sms_limit: 'SMS a day to external recipients',",
    replace:
      "      daily_sms_limit: 'SMS a day to external recipients',\n      daily_pager_limit: 'Calls a day',",
  },
  {
    file: `${TEXTS}/configuration.ts`,
    find: '      daily_sms_limit:\n',
    replace: "      daily_pager_limit: 'By plan.',\n      daily_sms_limit:\n",
  },
  { file: `${TEXTS}/deliveries.ts`, find: "email: 'Email',", replace: `email: 'Email', ${MODES},` },
  {
    file: `${TEXTS}/deliveries.ts`,
    find: "email: 'by email',",
    replace: "email: 'by email', pager: 'by pager',",
  },
  {
    file: `${TEXTS}/deliveries.ts`,
    find: "email: 'No email address',",
    replace: "email: 'No email address', pager: 'No pager',",
  },
  { file: `${TEXTS}/first-steps.ts`, find: "email: 'email',", replace: "email: 'email', pager: 'calls'," },
  {
    file: `${TEXTS}/overview.ts`,
    find: "      sms: 'Not configured: no SMS is sent',",
    replace: "      sms: 'Not configured: no SMS is sent',\n      pager: 'Calls are not set up.',",
  },
  { file: `${TEXTS}/overview.ts`, find: "email: 'Email',", replace: `email: 'Email', ${MODES},` },
  {
    file: `${TEXTS}/sending-limits.ts`,
    find: "email: 'sent today',",
    replace: "email: 'sent today', pager: 'sent today',",
  },
  {
    file: `${TEXTS}/sending-limits.ts`,
    find: "email: 'different addresses today',",
    replace: "email: 'different addresses today', pager: 'different pagers today',",
  },
  {
    file: `${TEXTS}/sending-limits.ts`,
    find: "email: 'Emails',",
    replace: `email: 'Emails', ${MODES},`,
  },
];

/**
 * What a press does with the channel, for a subscriber from before it existed: it is planned by the channel's own
 * settings, retried, sent, confirmed by the provider's receipt, logged, and found by the log's filter.
 */
export const SERVER_TEST = `import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, onTestFinished, test } from 'vitest';
import { AccountsDb } from '../src/db/handles/accounts.ts';
import { openAdapters } from '../src/delivery/channels/channels.ts';
import { readEnvironment } from '../src/delivery/channels/environment.ts';
import { DeliveryWorker } from '../src/delivery/worker/worker.ts';
import { buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { ensureSettings } from '../src/features/settings/ensure-settings.ts';
import { DeliveryEvents } from '../src/testing/outbox.ts';
import { testServer } from '../src/testing/server.ts';

const variables = { PAGER_FROM: '+12025550100', PAGER_SECRET: 'long enough' };

test('the settings of the channel are read and validated with all others', () => {
  expect(() => readEnvironment({ PORT: 'x', PAGER_SECRET: 'short' })).toThrow(
    /^PORT must .*; PAGER_SECRET must be at least 8 characters$/,
  );
  expect(() => readEnvironment({ PAGER_FROM: '+12025550100' })).toThrow('Pager needs PAGER_SECRET too');
  expect(readEnvironment({}).channels.pager).toBeNull();
});

test('a press is called out by pager', async () => {
  const events = new DeliveryEvents();
  let worker: DeliveryWorker | undefined;
  const server = await testServer({
    variables,
    channels: perChannel((channel) => channel === 'pager'),
    wakeDelivery: () => worker?.wake(),
  });
  const { db } = server;
  const { channels: settings } = readEnvironment(variables);
  const channels = openAdapters(settings, { publicUrl: null, hasOptedOut: async () => false, reasonNotToCall: async () => null, push: null });
  worker = new DeliveryWorker({ db, channels, ...events });
  worker.start();
  onTestFinished(() => worker.stop());
  const team = await buildTeam(db);
  const user = await buildAppUser(db, team.id);
  await db.deleteFrom('settings').where('setting_key', 'like', 'pager%').execute();
  await ensureSettings(new AccountsDb(db));

  const token = await server.tokenOf('team', team.id);
  const { items } = (
    await server.get('/tapi/v1/listPaged/settings', {
      token,
      query: { filterin_setting_key: 'pager_to_admin_number_2|pager_to_admin_message_2' },
    })
  ).body;
  const idOf = (key: string) => items.find((item: { setting_key: string }) => item.setting_key === key).id;
  const save = (key: string, setting_value: string) =>
    server.post('/tapi/v1/update/settings', { token, body: { id: idOf(key), data: { setting_value } } });
  expect(await save('pager_to_admin_message_2', 'See {{LOCATION_IMAGE}}')).toMatchObject({
    status: 400,
    body: { errors: [{ msg: expect.stringContaining('{{LOCATION_IMAGE}} can’t be used in a call.') }] },
  });
  expect((await save('pager_to_admin_message_2', 'Call {{NAME}} back.')).status).toBe(200);
  expect((await save('pager_to_admin_number_2', '+12025550177')).status).toBe(200);

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
    .where('channel', '=', 'pager')
    .executeTakeFirstOrThrow();
  const answered = (secret: string) =>
    fetch(new URL('/hooks/pager/answered', server.url), {
      method: 'POST',
      headers: { 'x-pager-secret': secret, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ message: message_key }),
    });
  const rejected = await answered('wrong');
  expect([rejected.status, await rejected.text()]).toEqual([
    403,
    expect.stringContaining('This call is not signed by the Pager provider.'),
  ]);
  expect(await (await answered(variables.PAGER_SECRET)).text()).toBe('Noted.');

  expect(await log({ filter_channel: 'pager' })).toMatchObject([
    {
      channel: 'pager',
      role: 'team',
      address: '+12025550177',
      state: 'sent',
      delivered_at: expect.any(String),
      attempts: [
        {
          outcome: 'temporary',
          fault: 'pager-busy',
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
const filters = { filters: { channel: 'pager' }, onFilters: () => {} };

test('the delivery log shows the channel and can be filtered by it', () => {
  expect(html(<DeliveryFilters scope={OWN_SCOPE} {...filters} />)).toContain(
    '<option value="pager" selected="">Channel: Pager messages</option>',
  );
  expect(html(<NoDeliveryMatches {...filters} />)).toContain('by pager');
  const column = deliveryColumns(OWN_SCOPE).find(({ key }) => key === 'channel');
  expect(html(column?.cell({ channel: 'pager' } as never))).toContain('Pager messages');
});

test('the settings of a button have the fields of the channel', () => {
  const fields = channelGroups('pager', { kind: 'button', id: 2 }).flatMap((group) => group.fields);
  expect(fields.map(({ key, label }) => [key, label])).toEqual([
    ['pager_to_admin_number_2', 'Who on the safety team is called'],
    ['pager_to_admin_message_2', 'Text to read to the safety team'],
  ]);
});
`;
