import { channelVariables, EnvironmentError } from '../../../config/variables.ts';
import { twilioShape } from '../twilio/twilio-account.ts';
import type { SmsSettings } from './sms.ts';

/** The environment variables of SMS. */
export const smsVariables = channelVariables(twilioShape, (values): SmsSettings | null => {
  const needed = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;
  const missing = needed.filter((name) => values[name] === undefined);
  if (missing.length === needed.length) return null;
  if (missing.length > 0) throw new EnvironmentError(`SMS need ${missing.join(' and ')} too`);
  const { TWILIO_ACCOUNT_SID = '', TWILIO_AUTH_TOKEN = '', TWILIO_FROM = '', TWILIO_BASE_URL } = values;
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    from: TWILIO_FROM,
    baseUrl: TWILIO_BASE_URL ?? null,
  };
});
