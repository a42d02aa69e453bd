import { failure } from '@callpoint/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import twilio from 'twilio';
import { z } from 'zod';
import type { PlatformDb } from '../../db/platform.ts';
import { receiptFault } from '../../delivery/channels/sms/sms-faults.ts';
import type { SmsSettings } from '../../delivery/channels/sms/sms.ts';
import { recordReceipt, type Receipt } from '../../delivery/queue/delivery-receipts.ts';
import type { StateChange } from '../../delivery/queue/reclaim.ts';
import { replyKeyword, recordReply } from '../../delivery/suppression/sms-replies.ts';
import { CallError } from '../../http/errors/call-error.ts';
import { formBodiesOnly, type FormFields } from '../../http/bodies/form-bodies.ts';
import type { App } from '../../http/schemas.ts';

export type SmsRouteDependencies = {
  platform: PlatformDb;
  settings: SmsSettings;
  /** The public URL of this server, which is part of what the provider signs. */
  publicUrl: () => string;
  /** Called with the messages whose state a receipt has changed. */
  onChange: (changed: readonly StateChange[]) => void;
};

const NOT_SIGNED = 'This call is not signed by the SMS provider.';
/** Minimum milliseconds between two log lines about unsigned calls; each has their number. */
const REPORT_EVERY = 60_000;

/** The reply to HELP; the provider itself replies to STOP and START. */
const HELP =
  'Callpoint safety alerts. Reply STOP to get no more SMS, START to get them again. In an emergency call 911.';

const form = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** Calls of Twilio: delivery receipts and replies of recipients. Calls without its signature are rejected. */
export function smsRoutes(app: App, { platform, settings, publicUrl, onChange }: SmsRouteDependencies): void {
  formBodiesOnly(app);
  const schema = { body: form, response: { 200: z.string(), '4xx': failure } };

  let rejected = 0;
  let reportedAt = -Infinity;
  function reportRejection({ log, ip }: FastifyRequest): void {
    rejected += 1;
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY) return;
    log.warn({ rejected, address: ip }, 'calls that the SMS provider has not signed were rejected');
    [rejected, reportedAt] = [0, now];
  }

  async function requireSignature(request: FastifyRequest): Promise<void> {
    const signature = request.headers['x-twilio-signature'];
    const url = publicUrl() + request.originalUrl;
    const isSigned =
      typeof signature === 'string' &&
      twilio.validateRequest(settings.authToken, signature, url, request.body as FormFields);
    if (isSigned) return;
    reportRejection(request);
    throw new CallError(403, NOT_SIGNED);
  }
  const route = { config: { access: 'public' as const }, schema, preHandler: requireSignature };

  app.post('/twilio/status', route, async (request, reply) => {
    const receipt = receiptOf(request.query as FormFields, request.body, settings.from);
    const changed = receipt ? await recordReceipt(platform, receipt) : null;
    if (changed) onChange([changed]);
    return twiml(reply);
  });

  app.post('/twilio/inbound', route, async (request, reply) => {
    const [messageSid, number, body] = ['MessageSid', 'From', 'Body'].map((name) =>
      field(request.body, name),
    );
    const to = [field(request.body, 'To'), field(request.body, 'MessagingServiceSid')];
    // Ignores other from-numbers of the same account, and addresses of other channels.
    if (!messageSid || !number || !to.includes(settings.from)) return twiml(reply);
    if (!IS_SID.test(messageSid) || !IS_NUMBER.test(number)) return twiml(reply);
    await recordReply(platform, { messageSid, from: settings.from, number, body: body ?? '' });
    // With OptOutType the provider has already replied.
    const wantsHelp = replyKeyword(body ?? '') === 'help' && field(request.body, 'OptOutType') === null;
    return twiml(reply, wantsHelp ? HELP : null);
  });
}

const IS_SID = /^[A-Z]{2}[0-9a-f]{32}$/i;
const IS_NUMBER = /^\+[1-9]\d{4,14}$/;
const IS_KEY = /^[0-9a-f]{40}$/;

/** A field's value; null if it is missing, empty or repeated. */
function field(fields: FormFields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The receipt in a call; null if the status is not final or the message is not ours. */
function receiptOf(query: FormFields, body: FormFields, from: string): Receipt | null {
  const messageKey = field(query, 'message');
  const providerId = field(body, 'MessageSid');
  const attempt = Number(field(query, 'attempt') ?? Number.NaN);
  if (!messageKey || !IS_KEY.test(messageKey) || !providerId || !IS_SID.test(providerId)) return null;
  const message = { channel: 'sms', messageKey, providerId } as const;
  const status = field(body, 'MessageStatus');
  if (status === 'delivered' || status === 'read') {
    return { ...message, outcome: 'delivered' };
  }
  if (status !== 'undelivered' && status !== 'failed') return null;
  const given = field(body, 'ErrorCode');
  const code = given !== null && /^\d{1,6}$/.test(given) ? Number(given) : null;
  const providerText = code === null ? status : `${status}, error ${code}`;
  const fault = receiptFault(code);
  return { ...message, attempt, outcome: 'undelivered', fault, providerText, from };
}

function twiml(reply: FastifyReply, message: string | null = null): string {
  const response = new twilio.twiml.MessagingResponse();
  if (message !== null) response.message(message);
  void reply.type('text/xml; charset=utf-8');
  return response.toString();
}
