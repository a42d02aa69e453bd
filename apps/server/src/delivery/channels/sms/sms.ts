import twilio from 'twilio';
import { FAULTS } from '@callpoint/contract/faults';
import { tidyDetail, type Outcome, type OutgoingMessage, type Sender } from '../channel.ts';
import { receiptFault, smsFault } from './sms-faults.ts';
import { SmsNotTaken, TwilioHttp } from './twilio-http.ts';

/** Calls at once; Twilio itself sends a number's messages one after the other. */
const AT_ONCE = 10;

export type SmsSettings = {
  accountSid: string;
  authToken: string;
  /** A number in E.164, a short code, a name, or the id of a messaging service (MG…). */
  from: string;
  /** Instead of the provider's own address. */
  baseUrl: string | null;
};

export type SmsNeeds = {
  settings: SmsSettings;
  /** Where the provider says what became of a message, given its key and its fence; null: it is not asked to. */
  receiptsAt: ((messageKey: string, attempt: number) => string) | null;
  /** True for a number that has replied STOP. */
  isStopped: (number: string) => Promise<boolean>;
  /** For tests: how long a call may take, in milliseconds. */
  limit?: number;
};

/** Sends messages of the outbox as SMS, through Twilio. */
export function smsSender({ settings, receiptsAt, isStopped, limit }: SmsNeeds): Sender {
  const { accountSid, authToken, from, baseUrl } = settings;
  const httpClient = new TwilioHttp(baseUrl, limit);
  const client = twilio(accountSid, authToken, { httpClient });
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? { messagingServiceSid: from } : { from };

  async function create({ address, body, message_key, fence }: OutgoingMessage): Promise<Outcome> {
    const message = await client.messages.create({
      to: address,
      body,
      ...sender,
      ...(receiptsAt ? { statusCallback: receiptsAt(message_key, fence) } : {}),
    });
    const { sid, status, errorCode, errorMessage } = message;
    if (status !== 'failed' && status !== 'undelivered') {
      return { kind: 'sent', detail: tidyDetail(`Twilio took it as ${sid}: ${status}`), providerId: sid };
    }
    const fault = receiptFault(errorCode);
    const said = `${errorCode ?? ''} ${errorMessage ?? status}`;
    return { kind: 'permanent', fault, detail: tidyDetail(`${FAULTS[fault].means} It said: ${said}`) };
  }

  /** That the provider has heard STOP is news for us: nobody sends what is known to be stopped. */
  function known(outcome: Outcome): Outcome {
    return outcome.kind !== 'sent' && outcome.fault === 'sms-stopped'
      ? { ...outcome, stoppedFor: from }
      : outcome;
  }

  return {
    atOnce: AT_ONCE,
    async send(message, ours) {
      if (await isStopped(message.address)) {
        return { kind: 'skipped', fault: 'sms-stopped', detail: FAULTS['sms-stopped'].means };
      }
      try {
        return known(await httpClient.during(ours, () => create(message)));
      } catch (error) {
        if (error instanceof SmsNotTaken) return known(smsFault(error.fault));
        throw error;
      }
    },
  };
}
