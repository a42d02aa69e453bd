import { ADVICE_TELL_ADMIN, ADVICE_WAIT, type Fault } from '../fault.ts';

const CHECK_NUMBER = 'Check the number with the person, correct it, and resend the message.';
const ANOTHER_WAY = 'Contact the person another way, or resend the message to call again.';
const MAY_HAVE_RUNG = {
  retried: 'Callpoint retries automatically, so the phone may ring twice.',
  final: 'Callpoint does not retry. Ask the person whether the phone rang, or resend the message.',
};

export const VOICE_FAULTS = {
  'voice-no-answer': { means: 'No one picked up the call.', advice: ANOTHER_WAY },
  'voice-busy': { means: 'The line was busy.', advice: ANOTHER_WAY },
  'voice-machine': {
    means: 'A mailbox or a fax picked up the call.',
    advice: ANOTHER_WAY,
  },
  'voice-unheard': {
    means: 'The call was connected, but the provider could not detect whether a person listened.',
    advice: ANOTHER_WAY,
  },
  'voice-failed': {
    means: 'The network could not connect the call.',
    advice: CHECK_NUMBER,
  },
  'voice-canceled': { means: 'The call was canceled before anyone picked up.', advice: ANOTHER_WAY },
  'voice-quiet-hours': {
    means: 'The call was delayed until the quiet hours, in which only emergencies call people.',
    advice: 'Contact the person another way, or resend the message after the quiet hours.',
  },
  'voice-not-agreed': {
    means: 'This number no longer agrees to calls. Only emergencies call it.',
    advice:
      'Contact the person another way. If they agree, add the number to the rules for calls and resend the message.',
  },
  'voice-sign-in': { means: 'The voice provider rejected our login.', advice: ADVICE_TELL_ADMIN },
  'voice-account': {
    means: 'The voice provider has closed or suspended our account.',
    advice: ADVICE_TELL_ADMIN,
  },
  'voice-too-many': { means: 'The voice provider accepts no further calls for now.', advice: ADVICE_WAIT },
  'voice-bad-number': { means: 'This number can’t be called.', advice: CHECK_NUMBER, isAboutAddress: true },
  'voice-country-off': {
    means: 'Calls to this country are turned off in our account.',
    advice: ADVICE_TELL_ADMIN,
  },
  'voice-sender-refused': {
    means: 'The voice provider rejected our caller number.',
    advice: ADVICE_TELL_ADMIN,
  },
  'voice-unregistered': {
    means: 'Our account may not call this number until it is verified with the voice provider.',
    advice: ADVICE_TELL_ADMIN,
  },
  'voice-callback-refused': {
    means: 'The voice provider rejected the public address of this server.',
    advice: ADVICE_TELL_ADMIN,
  },
  'voice-refused': { means: 'The voice provider rejected the call.', advice: ADVICE_TELL_ADMIN },
  'voice-provider-trouble': { means: 'The voice provider has an internal problem.', advice: ADVICE_WAIT },
  'voice-unreachable': { means: 'The voice provider could not be reached.', advice: ADVICE_WAIT },
  'voice-slow': {
    means: 'The voice provider did not respond in time, so the phone may have rung.',
    advice: MAY_HAVE_RUNG,
  },
  'voice-cut': {
    means: 'The connection to the voice provider failed, so the phone may have rung.',
    advice: MAY_HAVE_RUNG,
  },
  'voice-odd-answer': { means: 'The voice provider’s response was not valid.', advice: ADVICE_WAIT },
  'voice-unknown': { means: 'The call could not be made.', advice: ADVICE_WAIT },
} as const satisfies Record<string, Fault>;

/** Why a call that was planned is not made. */
export type CallFault = Extract<keyof typeof VOICE_FAULTS, 'voice-quiet-hours' | 'voice-not-agreed'>;
