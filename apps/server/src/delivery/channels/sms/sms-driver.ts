import type { ChannelDriver } from '../channel.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';
import { smsVariables } from './sms-variables.ts';
import { createSmsAdapter, type SmsSettings } from './sms.ts';
import { twilioHooks } from './twilio-hooks.ts';

/** SMS through Twilio. */
export const smsDriver: ChannelDriver<SmsSettings> = {
  variables: smsVariables,
  open: (settings, { publicUrl, hasOptedOut }) =>
    createSmsAdapter({
      settings,
      receiptsAt:
        publicUrl === null
          ? null
          : (key, attempt) => `${publicUrl}/hooks/twilio/status?message=${key}&attempt=${attempt}`,
      isStopped: (number) => hasOptedOut(settings.from, number),
    }),
  summary(settings, publicUrl) {
    if (!settings) return 'SMS     held: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM to send';
    const receipts = publicUrl === null ? '; set PUBLIC_URL to receive delivery receipts' : '';
    return `SMS     sent over Twilio as ${settings.from}${receipts}`;
  },
  hooks: twilioHooks,
  optOutNumber: ({ from }) => from,
  laneOf: null,
  retry: { waits: RETRY_WAITS, thenEvery: HOUR, giveUpAfter: 4 * HOUR },
  acceptanceProvesAddress: false,
  acceptedText: ({ provider_id, provider_text }) => `Twilio accepted it as ${provider_id}: ${provider_text}`,
  receiptText: ({ provider_id, provider_text }) => `Twilio: ${provider_id} ${provider_text}`,
};
