import type { ChannelDriver } from '../channel.ts';
import { examineTwilio } from '../twilio/examine-twilio.ts';
import { HOUR, RETRY_WAITS } from '../retry-schedule.ts';
import { messageQuery } from '../twilio/twilio-calls.ts';
import { smsHooks } from './sms-hooks.ts';
import { smsVariables } from './sms-variables.ts';
import { createSmsAdapter, type SmsSettings } from './sms.ts';

/** SMS through Twilio. */
export const smsDriver: ChannelDriver<SmsSettings> = {
  variables: smsVariables,
  open: (settings, { publicUrl, hasOptedOut }) =>
    createSmsAdapter({
      settings,
      receiptsAt:
        publicUrl === null
          ? null
          : (key, attempt) => `${publicUrl}/hooks/twilio/status${messageQuery(key, attempt)}`,
      isStopped: (number) => hasOptedOut(settings.from, number),
    }),
  summary(settings, publicUrl) {
    if (!settings) return 'SMS     held: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM to send';
    const receipts = publicUrl === null ? '; set PUBLIC_URL to receive delivery receipts' : '';
    return `SMS     sent over Twilio as ${settings.from}${receipts}`;
  },
  examine: examineTwilio,
  hooks: smsHooks,
  optOutNumber: ({ from }) => from,
  laneOf: null,
  retry: { waits: RETRY_WAITS, thenEvery: HOUR, giveUpAfter: 4 * HOUR },
  acceptanceProvesAddress: false,
  acceptedText: ({ provider_id, provider_text }) => `Twilio accepted it as ${provider_id}: ${provider_text}`,
  receiptText: ({ provider_id, provider_text }) => `Twilio: ${provider_id} ${provider_text}`,
};
