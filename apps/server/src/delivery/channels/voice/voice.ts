import type { CallFault } from '@callpoint/contract/channels/voice/voice-faults';
import type { ChannelAdapter, OutgoingMessage, SendOutcome } from '../channel.ts';
import type { TwilioAccount } from '../twilio/twilio-account.ts';
import { messageQuery } from '../twilio/twilio-calls.ts';
import { createTwilioClient, TwilioCallError } from '../twilio/twilio-http.ts';
import { statusFault, voiceFault } from './voice-faults.ts';
import { speak } from './voice-script.ts';

/** Maximum concurrent requests. Twilio starts one call a second for a new account and queues the others. */
const CONCURRENCY = 5;
/** Seconds that a phone rings: less than until most mailboxes answer. */
const RING_FOR = 25;

/** `from`: the number that calls, in E.164. */
export type VoiceSettings = TwilioAccount & { from: string };

export type VoiceAdapterOptions = {
  settings: VoiceSettings;
  /** The public URL of this server, which Twilio calls with answers and results. */
  publicUrl: string;
  /** Why the call of a message must not be made now, although it was planned; null if it may. */
  reasonNotToCall: (deliveryId: number) => Promise<CallFault | null>;
  /** For tests: how long a request may take, in milliseconds. */
  limit?: number;
};

/** The addresses of the webhooks of calls. */
export const ANSWER_PATH = '/twilio/voice';
export const STATUS_PATH = '/twilio/voice/status';

/** Makes a call for each message of the outbox, through Twilio. */
export function createVoiceAdapter({
  settings,
  publicUrl,
  reasonNotToCall,
  limit,
}: VoiceAdapterOptions): ChannelAdapter {
  const { from } = settings;
  const { client, http } = createTwilioClient(settings, limit);

  async function create({ address, body, message_key, fence }: OutgoingMessage): Promise<SendOutcome> {
    const addressOf = (path: string) => `${publicUrl}/hooks${path}${messageQuery(message_key, fence)}`;
    const { sid, status } = await client.calls.create({
      to: address,
      from,
      twiml: speak(body, addressOf(ANSWER_PATH)),
      timeout: RING_FOR,
      // The person hears the text immediately, while Twilio detects whether a person has answered.
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: addressOf(STATUS_PATH),
      asyncAmdStatusCallbackMethod: 'POST',
      statusCallback: addressOf(STATUS_PATH),
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['completed'],
    });
    const fault = statusFault(status);
    return fault === null
      ? { kind: 'sent', providerText: status, providerId: sid }
      : { kind: 'permanent', fault, providerText: status };
  }

  return {
    concurrency: CONCURRENCY,
    async send(message, ownership) {
      const fault = await reasonNotToCall(message.id);
      // `permanent`: a person can resend the call when the rules allow it.
      if (fault !== null) return { kind: 'permanent', fault };
      try {
        return await http.during(ownership, () => create(message));
      } catch (error) {
        if (error instanceof TwilioCallError) return voiceFault(error.fault);
        throw error;
      }
    },
  };
}
