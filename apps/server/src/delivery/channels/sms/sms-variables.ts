import { z } from 'zod';
import { channelVariables, EnvironmentError, webUrl } from '../../../config/variables.ts';
import type { SmsSettings } from './sms.ts';

/** A number, a short code, the id of a messaging service, or a name. */
const SMS_FROM = /^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

/** The environment variables of SMS. */
export const smsVariables = channelVariables(
  {
    TWILIO_ACCOUNT_SID: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
    TWILIO_FROM: z
      .string()
      .regex(
        SMS_FROM,
        'must be a number like +12025550143, a short code, a name of up to 11 characters, or MG and 32 hexadecimal digits',
      )
      .optional(),
    TWILIO_BASE_URL: webUrl,
  },
  (values): SmsSettings | null => {
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
  },
);
