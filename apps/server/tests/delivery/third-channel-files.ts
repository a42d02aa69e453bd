/**
 * A third channel as a developer adds it: telephone calls that read a text aloud. Files by their path in the repository,
 * the lines of the lists that name channels, and a test that runs in the changed copy.
 */

const CONTRACT = 'packages/contract/src';
const DRIVERS = 'apps/server/src/delivery/channels';

export const FOLDERS: Readonly<Record<string, string>> = {
  [`${CONTRACT}/channels/voice/voice.ts`]: `import type { ChannelDescriptor } from '../channel.ts';

export const voice = {
  addressKind: 'phone',
  contentKind: 'text',
  label: 'Voice',
  nouns: { one: 'call', many: 'calls', addresses: 'phone numbers', inSentence: 'call', address: 'phone number' },
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
  [`${CONTRACT}/channels/voice/voice-faults.ts`]: `import { WAIT, type Fault } from '../fault.ts';

export const VOICE_FAULTS = {
  'voice-busy': { means: 'The line is busy.', advice: WAIT },
} as const satisfies Record<string, Fault>;
`,
  [`${DRIVERS}/voice/voice-driver.ts`]: `import type { ChannelDriver } from '../channel.ts';
import { HOUR, WAITS } from '../retry-schedule.ts';

export const voiceDriver: ChannelDriver = {
  open() {
    let calls = 0;
    return {
      concurrency: 1,
      async send() {
        calls += 1;
        if (calls === 1) return { kind: 'temporary', fault: 'voice-busy', providerText: '486 Busy Here' };
        return { kind: 'sent', providerText: 'answered', providerId: 'CA1' };
      },
    };
  },
  summary: () => 'Voice   on',
  laneOf: null,
  retry: { waits: WAITS, thenEvery: HOUR, giveUpAfter: 2 * HOUR },
  acceptanceProvesAddress: true,
  acceptedText: ({ provider_text }) => \`The call was \${provider_text}.\`,
  receiptText: null,
};
`,
};

/** In each file, the text that gets the new line, and the text with it. */
export const LINES: readonly { file: string; find: string; replace: string }[] = [
  {
    file: `${CONTRACT}/channels/channels.ts`,
    find: "import { sms } from './sms/sms.ts';",
    replace: "import { sms } from './sms/sms.ts';\nimport { voice } from './voice/voice.ts';",
  },
  { file: `${CONTRACT}/channels/channels.ts`, find: '{ email, sms }', replace: '{ email, sms, voice }' },
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

/** What a press does with the channel: it is planned, retried, sent, logged and found by the log's filter. */
export const SCENARIO = `import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../src/config/environment.ts';
import { openAdapters } from '../src/delivery/channels/channels.ts';
import { DeliveryWorker } from '../src/delivery/worker/worker.ts';
import { buildAppUser, buildTeam } from '../src/factories/accounts.ts';
import { DeliveryEvents } from '../src/testing/outbox.ts';
import { testServer } from '../src/testing/server.ts';

test('a press is called out by voice', async () => {
  const events = new DeliveryEvents();
  let worker: DeliveryWorker | undefined;
  const server = await testServer({
    channels: perChannel((channel) => channel === 'voice'),
    wakeDelivery: () => worker?.wake(),
  });
  const channels = openAdapters({ environment: readEnvironment({}), hasOptedOut: async () => false });
  worker = new DeliveryWorker({ db: server.db, channels, ...events });
  worker.start();
  onTestFinished(() => worker.stop());
  const team = await buildTeam(server.db);
  const user = await buildAppUser(server.db, team.id);
  const press = await server.post('/mapi/v1/button_click', {
    token: await server.tokenOf('app_user', user.id),
    body: { client_id: crypto.randomUUID(), button_id: 2 },
  });
  expect(press.status).toBe(200);
  await events.reached('sent', 1);
  const token = await server.tokenOf('team', team.id);
  const log = async (query: Record<string, string>) =>
    (await server.get('/tapi/v1/listPaged/delivery', { token, query })).body.items;
  expect(await log({ filter_channel: 'voice' })).toMatchObject([
    {
      channel: 'voice',
      role: 'team',
      state: 'sent',
      attempts: [
        {
          outcome: 'temporary',
          fault: 'voice-busy',
          detail: 'The line is busy. It said: 486 Busy Here',
          provider_text: '486 Busy Here',
        },
        { outcome: 'sent', detail: 'The call was answered.' },
      ],
    },
  ]);
  expect((await log({})).map(({ channel }: { channel: string }) => channel)).toContain('email');
});
`;
