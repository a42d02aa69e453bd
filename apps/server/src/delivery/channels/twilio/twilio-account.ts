import { z } from 'zod';
import { webUrl } from '../../../config/variables.ts';

/** Our account at Twilio, which carries several channels. */
export type TwilioAccount = {
  accountSid: string;
  authToken: string;
  /** Instead of the provider's own address. */
  baseUrl: string | null;
};

/** A number, a short code, the id of a messaging service, or a name. */
const SMS_FROM = /^(\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

/** A telephone number with + and its country code. */
export const E164 = /^\+[1-9]\d{6,14}$/;

/** The environment variables that several channels read. */
export const twilioShape = {
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
};
