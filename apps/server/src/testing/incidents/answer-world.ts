import type { ButtonId } from '@callpoint/contract/catalog';
import { expect, onTestFinished } from 'vitest';
import { openAdapters } from '../../delivery/channels/channels.ts';
import { readEnvironment } from '../../delivery/channels/environment.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';
import { reasonNotToCall } from '../../delivery/suppression/call-rules.ts';
import { reasonNotToEscalate } from '../../incidents/escalation/outdated-message.ts';
import { personalizeMessages } from '../../incidents/answers/personal-links.ts';
import { testEscalator } from './escalators.ts';
import { ALL_CHANNELS, buildSubscriber } from './people.ts';
import { DeliveryEvents } from '../outbox.ts';
import { startTwilio } from '../providers/twilio.ts';
import { testServer } from '../server.ts';

/** For tests of answers to incidents, from the provider's call to the person's answer, with nothing of ours replaced. */

const PUBLIC_URL = 'http://127.0.0.1:4599';

/** Two people get an SMS at the press, and a call after a minute. */
export async function answerWorld({
  procedure = '',
  buttonId = 5,
}: { procedure?: string; buttonId?: ButtonId } = {}) {
  const provider = await startTwilio();
  const variables = { ...provider.variables, PUBLIC_URL };
  let wakes = 0;
  /** The time at which calls are made. */
  const quiet = { at: new Date() };
  const server = await testServer({ variables, channels: ALL_CHANNELS, wakeEscalator: () => (wakes += 1) });
  const { db } = server;
  const subscriber = await buildSubscriber(server, {
    people: 2,
    lists: { emails: [], numbers: [0, 1], contacts: [] },
    buttonId,
    policyOf: () => ({
      needs_answer: true,
      steps: [
        { after: 1, to: [{ kind: 'team' }], by: ['voice'] },
        { after: 30, to: [{ kind: 'team' }], by: ['sms'] },
      ],
      repeat: { times: 0, every: 60 },
      procedure,
    }),
  });
  const { channels } = readEnvironment({ LOG_LEVEL: 'silent', PORT: '0', ...variables });
  const adapters = openAdapters(channels, {
    publicUrl: PUBLIC_URL,
    hasOptedOut: async () => false,
    reasonNotToCall: (id) => reasonNotToCall(db, id, quiet.at),
    push: null,
  });
  const events = new DeliveryEvents();
  const worker = new DeliveryWorker({
    db,
    channels: { ...NO_ADAPTERS, sms: adapters.sms, voice: adapters.voice },
    personalize: personalizeMessages(() => PUBLIC_URL),
    reasonNotToSend: (message) => reasonNotToEscalate(db, message),
    ...events,
  });
  worker.start();
  onTestFinished(async () => {
    await worker.stop();
    await provider.close();
  });
  // Calls are made to people who agreed, but not from two to four hours from now.
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const timeOf = (hours: number) => clock(hours).toISOString().slice(11, 16);
  const agreed = subscriber.people.map(({ phone }) => phone);
  const agree = async (numbers: readonly string[]) => {
    const rules = { quiet_from: timeOf(2), quiet_until: timeOf(4), agreed: numbers };
    await db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(rules) })
      .where('setting_key', '=', 'voice_rules')
      .execute();
  };
  await agree(agreed);
  await db.updateTable('team').set({ time_zone: 'UTC' }).execute();
  const escalator = testEscalator(db, { wakeDelivery: () => worker.wake() });
  const { tokens, people, worker: presser } = subscriber;
  const [first, second] = [people[0], people[1]];
  if (!first || !second) throw new Error('there are two people');
  /** Calls a webhook of the server, with the signature of its public address. */
  const call: typeof provider.call = (url, fields, token) =>
    provider.call(url, fields, token, url.replace(PUBLIC_URL, server.url));
  let replies = 0;
  return {
    provider: { ...provider, call },
    server,
    subscriber,
    events,
    first,
    second,
    presser,
    wakes: () => wakes,
    fallQuiet: () => (quiet.at = clock(3)),
    endQuiet: () => (quiet.at = new Date()),
    agree,
    /** The subscriber resends a message. */
    async resend(messageId: number) {
      const body = { id: messageId };
      const response = await server.post('/tapi/v1/resend/delivery', { token: tokens.team, body });
      worker.wake();
      return response;
    },
    /** The next attempts of messages that failed for a temporary reason are due. */
    async retry() {
      const next_attempt_at = new Date().toISOString();
      await db.updateTable('delivery').set({ next_attempt_at }).where('state', '=', 'pending').execute();
      worker.wake();
    },
    /** The person presses, or the subscriber starts a drill; resolves when the SMS to both people are sent. */
    async open(how: 'press' | 'drill' = 'press') {
      const sent = provider.messages.length;
      if (how === 'press') {
        const body = { client_id: crypto.randomUUID(), button_id: buttonId };
        await server.post('/mapi/v1/button_click', { token: tokens.phone, body });
      } else {
        const body = { button_id: buttonId, app_user_id: presser.id };
        await server.post('/tapi/v1/drill', { token: tokens.team, body });
      }
      worker.wake();
      await provider.waitFor(sent + 2);
      const newest = db.selectFrom('incident').select('id').orderBy('id', 'desc');
      return (await newest.executeTakeFirstOrThrow()).id;
    },
    /** The person replies; the same `sid` again is a repeated report of the provider. */
    reply(number: string, body: string, { token, sid }: { token?: string; sid?: string } = {}) {
      replies += 1;
      const MessageSid = sid ?? `SM${String(replies).padStart(32, '0')}`;
      const fields = { MessageSid, From: number, To: provider.settings.from, Body: body };
      return call(`${PUBLIC_URL}/hooks/twilio/inbound`, fields, token);
    },
    /** The escalator checks whether a step can reach no one. Returns the number of steps that it started. */
    async check() {
      escalator.wake();
      return await escalator.check();
    },
    /** The wait for the next step is over. */
    async endWait(id: number) {
      const next_run_at = new Date().toISOString();
      await db.updateTable('incident').set({ next_run_at }).where('id', '=', id).execute();
    },
    async read(id: number) {
      const { body } = await server.get('/tapi/v1/incident', { token: tokens.team, query: { id } });
      return (body as { data: { state: string; run: number; events: { kind: string; data: object }[] } })
        .data;
    },
  };
}

type AnswerWorld = Awaited<ReturnType<typeof answerWorld>>;

/** The calls of the second step, one to each person. */
export async function placeCalls({ check, endWait, provider, first, second }: AnswerWorld, id: number) {
  await endWait(id);
  expect(await check()).toBe(1);
  const calls = await provider.waitForCalls(2);
  const callTo = (number: string) => {
    const found = calls.find(({ to }) => to === number);
    if (!found) throw new Error('the person was not called');
    return found;
  };
  return { toFirst: callTo(first.phone), toSecond: callTo(second.phone) };
}
