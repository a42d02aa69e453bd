import { onTestFinished } from 'vitest';
import type { IncidentAnswers } from '../../delivery/channels/provider-hook.ts';
import { createSmsAdapter } from '../../delivery/channels/sms/sms.ts';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';
import { DeliveryWorker } from '../../delivery/worker/worker.ts';
import { DeliveryEvents, plannedEmail, testOutbox } from '../outbox.ts';
import { testServer } from '../server.ts';
import { startTwilio } from './twilio.ts';
import { NO_ADAPTERS } from '../../factories/channels.ts';

export const NUMBER = '+12025550143';
export const A_SID = `SM${'4'.repeat(32)}`;

/** A server with Twilio, and a worker that sends SMS to it. */
export async function smsWorld(incidentAnswers?: IncidentAnswers) {
  const provider = await startTwilio();
  const server = await testServer({
    variables: provider.variables,
    ...(incidentAnswers ? { incidentAnswers } : {}),
  });
  const { db } = server;
  const events = new DeliveryEvents();
  const { settings } = provider;
  const isStopped = async (number: string) => (await findOptOuts(db, settings.from, [number])).size > 0;
  const receiptsAt = (key: string, attempt: number) =>
    `${server.url}/hooks/twilio/status?message=${key}&attempt=${attempt}`;
  const sms = createSmsAdapter({ settings, receiptsAt, isStopped });
  const worker = new DeliveryWorker({ db, channels: { ...NO_ADAPTERS, sms }, ...events });
  onTestFinished(async () => {
    await worker.stop();
    await provider.close();
  });
  const outbox = await testOutbox(db);
  let sids = 0;
  return {
    provider,
    server,
    events,
    worker,
    outbox,
    sms: (address = NUMBER) =>
      outbox.press([plannedEmail({ channel: 'sms', address, subject: null, html: null })]),
    /** A person replies to our number. */
    reply(body: string, { from = NUMBER, sid = '', ...more }: Record<string, string> = {}) {
      sids += 1;
      const MessageSid = sid || `SM${String(sids).padStart(32, '0')}`;
      const fields = { MessageSid, From: from, To: settings.from, Body: body, ...more };
      return provider.call(`${server.url}/hooks/twilio/inbound`, fields);
    },
    stopped: async () => [...(await findOptOuts(db, settings.from, [NUMBER])).keys()],
  };
}
