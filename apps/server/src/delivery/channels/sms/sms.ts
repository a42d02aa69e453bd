import type { ChannelAdapter, SendOutcome, OutgoingMessage } from '../channel.ts';
import type { TwilioAccount } from '../twilio/twilio-account.ts';
import { createTwilioClient, TwilioCallError } from '../twilio/twilio-http.ts';
import { receiptFault, smsFault } from './sms-faults.ts';

/** Maximum concurrent calls. Twilio itself sends the messages of a from-number one after the other. */
const CONCURRENCY = 10;

export type SmsSettings = TwilioAccount & {
  /** A number in E.164, a short code, a name, or the id of a messaging service (MG…). */
  from: string;
};

export type SmsAdapterOptions = {
  settings: SmsSettings;
  /** The address for receipts of a message, given its key and its fence; null: no receipts are requested. */
  receiptsAt: ((messageKey: string, attempt: number) => string) | null;
  /** Whether a number has replied STOP. */
  isStopped: (number: string) => Promise<boolean>;
  /** For tests: how long a call may take, in milliseconds. */
  limit?: number;
};

/** Sends messages of the outbox as SMS, through Twilio. */
export function createSmsAdapter({
  settings,
  receiptsAt,
  isStopped,
  limit,
}: SmsAdapterOptions): ChannelAdapter {
  const { from } = settings;
  const { client, http } = createTwilioClient(settings, limit);
  const origin = /^MG[0-9a-f]{32}$/i.test(from) ? { messagingServiceSid: from } : { from };

  async function create({ address, body, message_key, fence }: OutgoingMessage): Promise<SendOutcome> {
    const message = await client.messages.create({
      to: address,
      body,
      ...origin,
      ...(receiptsAt ? { statusCallback: receiptsAt(message_key, fence) } : {}),
    });
    const { sid, status, errorCode, errorMessage } = message;
    if (status !== 'failed' && status !== 'undelivered') {
      return { kind: 'sent', providerText: status, providerId: sid };
    }
    const fault = receiptFault(errorCode);
    return { kind: 'permanent', fault, providerText: `${errorCode ?? ''} ${errorMessage ?? status}` };
  }

  /**
   * The provider rejected a number because of a STOP that we have not received. Known opt-outs are never sent to it.
   */
  function withOptOut(outcome: SendOutcome): SendOutcome {
    return outcome.kind !== 'sent' && outcome.fault === 'sms-stopped'
      ? { ...outcome, optOutFrom: from }
      : outcome;
  }

  return {
    concurrency: CONCURRENCY,
    async send(message, ownership) {
      if (await isStopped(message.address)) {
        return { kind: 'skipped', fault: 'sms-stopped' };
      }
      try {
        return withOptOut(await http.during(ownership, () => create(message)));
      } catch (error) {
        if (error instanceof TwilioCallError) return withOptOut(smsFault(error.fault));
        throw error;
      }
    },
  };
}
