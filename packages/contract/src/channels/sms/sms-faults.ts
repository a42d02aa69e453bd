import { ADVICE_MAY_ARRIVE_TWICE, ADVICE_TELL_ADMIN, ADVICE_WAIT, type Fault } from '../fault.ts';

const CHECK_NUMBER = 'Check the number with the person, correct it, and resend the message.';

export const SMS_FAULTS = {
  'sms-sign-in': { means: 'The SMS provider rejected our login.', advice: ADVICE_TELL_ADMIN },
  'sms-account': {
    means: 'The SMS provider has closed or suspended our account.',
    advice: ADVICE_TELL_ADMIN,
  },
  'sms-too-many': { means: 'The SMS provider accepts no further messages for now.', advice: ADVICE_WAIT },
  'sms-bad-number': {
    means: 'This number can’t receive SMS.',
    advice: CHECK_NUMBER,
    isAboutAddress: true,
  },
  'sms-landline': {
    means: 'This is a landline. It can’t receive SMS.',
    advice: CHECK_NUMBER,
    isAboutAddress: true,
  },
  'sms-stopped': {
    means: 'The person replied STOP and gets no SMS from this service.',
    advice: 'Only the person can change this, by replying START. Contact them another way.',
    isAboutAddress: true,
    isOptOut: true,
  },
  'sms-no-route': {
    means: 'The SMS provider can’t reach this number.',
    advice: 'Contact the person another way, and notify the administrator of this server.',
    isAboutAddress: true,
  },
  'sms-country-off': {
    means: 'SMS to this country is turned off in our account.',
    advice: ADVICE_TELL_ADMIN,
  },
  'sms-sender-refused': { means: 'The SMS provider rejected our sender number.', advice: ADVICE_TELL_ADMIN },
  'sms-unregistered': {
    means: 'The sender or this number is not registered with the SMS provider.',
    advice: ADVICE_TELL_ADMIN,
  },
  'sms-too-long': {
    means: 'The text is too long or empty for the SMS provider.',
    advice: 'Change the text in the settings.',
  },
  'sms-refused': { means: 'The SMS provider rejected the message.', advice: ADVICE_TELL_ADMIN },
  'sms-provider-trouble': { means: 'The SMS provider has an internal problem.', advice: ADVICE_WAIT },
  'sms-unreachable': { means: 'The SMS provider could not be reached.', advice: ADVICE_WAIT },
  'sms-slow': {
    means: 'The SMS provider did not respond in time, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'sms-cut': {
    means: 'The connection to the SMS provider failed, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'sms-odd-answer': { means: 'The SMS provider’s response was not valid.', advice: ADVICE_WAIT },
  'sms-handset-off': {
    means: 'The phone was off or out of reach.',
    advice: 'Contact the person another way, or resend the message later.',
  },
  'sms-blocked': {
    means: 'The phone or its network blocks our messages.',
    advice: 'Contact the person another way. They can ask their network to allow our number.',
    isAboutAddress: true,
  },
  'sms-unknown-handset': {
    means: 'The number is no longer in use.',
    advice: CHECK_NUMBER,
    isAboutAddress: true,
  },
  'sms-filtered': {
    means: 'A network classified the message as spam.',
    advice: 'Reword the text, without links if possible, and notify the administrator of this server.',
  },
  'sms-undelivered': {
    means: 'The network could not deliver the message and gave no reason.',
    advice: 'Contact the person another way, or resend the message.',
  },
  'sms-unknown': { means: 'The SMS could not be sent.', advice: ADVICE_WAIT },
} as const satisfies Record<string, Fault>;
