import type { ChannelDriver } from '../channel.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';
import { createSmsAdapter } from './sms.ts';

/** SMS through Twilio. */
export const smsDriver: ChannelDriver = {
  open({ environment: { twilio, publicUrl }, hasOptedOut }) {
    if (!twilio) return null;
    return createSmsAdapter({
      settings: twilio,
      receiptsAt:
        publicUrl === null
          ? null
          : (key, attempt) => `${publicUrl}/hooks/twilio/status?message=${key}&attempt=${attempt}`,
      isStopped: (number) => hasOptedOut(twilio.from, number),
    });
  },
  summary({ twilio, publicUrl }) {
    if (!twilio) return 'SMS     held: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM to send';
    const receipts = publicUrl === null ? '; set PUBLIC_URL to receive delivery receipts' : '';
    return `SMS     sent over Twilio as ${twilio.from}${receipts}`;
  },
  laneOf: null,
  retry: { waits: RETRY_WAITS, thenEvery: HOUR, giveUpAfter: 4 * HOUR },
  acceptanceProvesAddress: false,
  acceptedText: ({ provider_id, provider_text }) => `Twilio took it as ${provider_id}: ${provider_text}`,
  receiptText: ({ provider_id, provider_text }) => `Twilio: ${provider_id} ${provider_text}`,
};
