import { z } from 'zod';
import { channelVariables } from '../../../config/variables.ts';
import { E164, twilioShape } from '../twilio/twilio-account.ts';
import type { VoiceSettings } from './voice.ts';

/**
 * The environment variables of voice calls: the account is the one of SMS. Answers by keypad are calls of this server, so
 * there are no voice calls without its public URL.
 */
export const voiceVariables = channelVariables(
  {
    ...twilioShape,
    TWILIO_VOICE_FROM: z.string().regex(E164, 'must be a number like +12025550143').optional(),
    // The server validates it.
    PUBLIC_URL: z.string().optional(),
  },
  (values): VoiceSettings | null => {
    const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_VOICE_FROM, TWILIO_BASE_URL } = values;
    if (TWILIO_ACCOUNT_SID === undefined || TWILIO_AUTH_TOKEN === undefined) return null;
    const from = TWILIO_VOICE_FROM ?? TWILIO_FROM;
    if (from === undefined || !E164.test(from) || values.PUBLIC_URL === undefined) return null;
    return {
      accountSid: TWILIO_ACCOUNT_SID,
      authToken: TWILIO_AUTH_TOKEN,
      from,
      baseUrl: TWILIO_BASE_URL ?? null,
    };
  },
  (given) => {
    if (!given.has('TWILIO_VOICE_FROM')) return [];
    const missing = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'].filter((name) => !given.has(name));
    return missing.length === 0 ? [] : [`Voice calls need ${missing.join(' and ')} too`];
  },
);
