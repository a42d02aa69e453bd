import type { Channel } from './channels/channels.ts';
import { EMAIL_FAULTS } from './channels/email/email-faults.ts';
import { ADVICE_MAY_ARRIVE_TWICE, ADVICE_TELL_ADMIN, type Fault } from './channels/fault.ts';
import { PUSH_FAULTS } from './channels/push/push-faults.ts';
import { SMS_FAULTS } from './channels/sms/sms-faults.ts';
import { VOICE_FAULTS } from './channels/voice/voice-faults.ts';

/**
 * Why an attempt to send a message failed. A fault is stored and sent as its code; these are the sentences for people.
 * The channel's folder in the server's delivery/channels maps a provider's reply to a fault.
 */

/** Faults of any channel. */
const COMMON = {
  lost: {
    means: 'The server stopped while sending this message, so it may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'no-answer': {
    means: 'There was no response within 120 seconds, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'incident-answered': {
    means: 'Someone acknowledged or closed the incident before this message was sent.',
    advice: 'Nothing to do: its text was not true anymore. If no one has the incident again, it is sent.',
  },
  unexpected: { means: 'Sending failed.', advice: ADVICE_TELL_ADMIN },
} as const satisfies Record<string, Fault>;

/** The faults of each channel. */
const BY_CHANNEL = {
  email: EMAIL_FAULTS,
  sms: SMS_FAULTS,
  voice: VOICE_FAULTS,
  push: PUSH_FAULTS,
} as const satisfies Record<Channel, Record<string, Fault>>;

type CodesOf<Name extends Channel> = Name extends Channel ? keyof (typeof BY_CHANNEL)[Name] : never;
export type FaultKind = keyof typeof COMMON | CodesOf<Channel>;

export const FAULTS: Readonly<Record<FaultKind, Fault>> = Object.assign(
  { ...COMMON },
  ...Object.values(BY_CHANNEL),
);

/** The fault with a stored code; null if there is no code, or if another version of the server stored it. */
export function findFault(code: string | null): Fault | null {
  return code !== null && Object.hasOwn(FAULTS, code) ? FAULTS[code as FaultKind] : null;
}

/** What a person can do about a fault. `isRetried`: the message still gets attempts. */
export function adviceFor({ advice }: Fault, isRetried: boolean): string {
  if (typeof advice === 'string') return advice;
  return isRetried ? advice.retried : advice.final;
}
