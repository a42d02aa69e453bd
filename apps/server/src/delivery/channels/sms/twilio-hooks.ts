import twilio from 'twilio';
import type { CallFields, HookCall, ProviderHook, ReceivedReceipt } from '../provider-hook.ts';
import { receiptFault } from './sms-faults.ts';
import type { SmsSettings } from './sms.ts';

/** The reply to HELP; the provider itself replies to STOP and START. */
const HELP =
  'Callpoint safety alerts. Reply STOP to stop SMS, START to get them again. In an emergency, call 911.';

/** Calls of Twilio: delivery receipts, and replies of recipients. */
export function twilioHooks({ authToken, from }: SmsSettings): ProviderHook[] {
  const isSigned = ({ headers, url, body }: HookCall) => {
    const signature = headers['x-twilio-signature'];
    return typeof signature === 'string' && twilio.validateRequest(authToken, signature, url, body);
  };
  const common = { isSigned, contentType: 'text/xml; charset=utf-8' };
  return [
    {
      ...common,
      path: '/twilio/status',
      async handle({ query, body }, { recordReceipt }) {
        const receipt = receiptOf(query, body, from);
        if (receipt) await recordReceipt(receipt);
        return twiml();
      },
    },
    {
      ...common,
      path: '/twilio/inbound',
      async handle({ body: fields }, { recordReply, keywordOf }) {
        const [messageSid, number, body] = ['MessageSid', 'From', 'Body'].map((name) => field(fields, name));
        const to = [field(fields, 'To'), field(fields, 'MessagingServiceSid')];
        // Ignores other from-numbers of the same account, and addresses of other channels.
        if (!messageSid || !number || !to.includes(from)) return twiml();
        if (!IS_SID.test(messageSid) || !IS_NUMBER.test(number)) return twiml();
        await recordReply({ messageSid, from, number, body: body ?? '' });
        // With OptOutType the provider has already replied.
        const wantsHelp = keywordOf(body ?? '') === 'help' && field(fields, 'OptOutType') === null;
        return twiml(wantsHelp ? HELP : null);
      },
    },
  ];
}

const IS_SID = /^[A-Z]{2}[0-9a-f]{32}$/i;
const IS_NUMBER = /^\+[1-9]\d{4,14}$/;
const IS_KEY = /^[0-9a-f]{40}$/;

/** A field's value; null if it is missing, empty or repeated. */
function field(fields: CallFields, name: string): string | null {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The receipt in a call; null if the status is not final or the message is not ours. */
function receiptOf(query: CallFields, body: CallFields, from: string): ReceivedReceipt | null {
  const messageKey = field(query, 'message');
  const providerId = field(body, 'MessageSid');
  const attempt = Number(field(query, 'attempt') ?? Number.NaN);
  if (!messageKey || !IS_KEY.test(messageKey) || !providerId || !IS_SID.test(providerId)) return null;
  const message = { messageKey, providerId } as const;
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

function twiml(message: string | null = null): string {
  const response = new twilio.twiml.MessagingResponse();
  if (message !== null) response.message(message);
  return response.toString();
}
