import { channelVariables } from '../../../config/variables.ts';
import { twilioShape } from '../twilio/twilio-account.ts';
import type { SmsSettings } from './sms.ts';

const NEEDED = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

/** The environment variables of SMS: all that are needed, or none. */
export const smsVariables = channelVariables(
  twilioShape,
  (values): SmsSettings | null => {
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_BASE_URL } = values;
    if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_FROM) return null;
    return {
      accountSid: TWILIO_ACCOUNT_SID,
      authToken: TWILIO_AUTH_TOKEN,
      from: TWILIO_FROM,
      baseUrl: TWILIO_BASE_URL ?? null,
    };
  },
  (given) => {
    const missing = NEEDED.filter((name) => !given.has(name));
    const isComplete = missing.length === 0 || missing.length === NEEDED.length;
    return isComplete ? [] : [`SMS need ${missing.join(' and ')} too`];
  },
);
