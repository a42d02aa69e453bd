import { MAY_HAVE_ARRIVED, TELL_ADMIN, WAIT, type Fault } from '../fault.ts';

const CHECK_NUMBER = 'Check the number with the person, correct it, and send again.';

export const SMS_FAULTS = {
  'sms-sign-in': { means: 'The SMS provider refused our sign-in.', advice: TELL_ADMIN },
  'sms-account': { means: 'The SMS provider has closed or suspended our account.', advice: TELL_ADMIN },
  'sms-too-many': { means: 'The SMS provider takes no more messages for now.', advice: WAIT },
  'sms-bad-number': {
    means: 'This is not a number that can receive SMS.',
    advice: CHECK_NUMBER,
    isAboutAddress: true,
  },
  'sms-landline': {
    means: 'This is a landline: it cannot receive SMS.',
    advice: CHECK_NUMBER,
    isAboutAddress: true,
  },
  'sms-stopped': {
    means: 'The person has replied STOP and gets no SMS from this service.',
    advice: 'Only the person can change that, by replying START. Reach them another way.',
    isAboutAddress: true,
    isOptOut: true,
  },
  'sms-no-route': {
    means: 'The SMS provider has no way to this number.',
    advice: 'Reach the person another way, and tell the platform administrator.',
    isAboutAddress: true,
  },
  'sms-country-off': { means: 'SMS to this country are switched off in our account.', advice: TELL_ADMIN },
  'sms-sender-refused': { means: 'The SMS provider refused our sender number.', advice: TELL_ADMIN },
  'sms-unregistered': {
    means: 'The sender or this number is not registered with the SMS provider.',
    advice: TELL_ADMIN,
  },
  'sms-too-long': {
    means: 'The text is too long or empty for the SMS provider.',
    advice: 'Change the text in the settings.',
  },
  'sms-refused': { means: 'The SMS provider refused the message.', advice: TELL_ADMIN },
  'sms-provider-trouble': { means: 'The SMS provider has a problem of its own.', advice: WAIT },
  'sms-unreachable': { means: 'The SMS provider could not be reached.', advice: WAIT },
  'sms-slow': {
    means: 'The SMS provider did not answer in time, so the message may have arrived.',
    advice: MAY_HAVE_ARRIVED,
  },
  'sms-cut': {
    means: 'The connection to the SMS provider broke, so the message may have arrived.',
    advice: MAY_HAVE_ARRIVED,
  },
  'sms-odd-answer': { means: 'The SMS provider gave an answer that makes no sense.', advice: WAIT },
  'sms-handset-off': {
    means: 'The telephone was off or out of reach.',
    advice: 'Reach the person another way, or send again later.',
  },
  'sms-blocked': {
    means: 'The telephone or its network blocks our messages.',
    advice: 'Reach the person another way; they can ask their network to allow our number.',
    isAboutAddress: true,
  },
  'sms-unknown-handset': {
    means: 'The number is not in use any more.',
    advice: CHECK_NUMBER,
    isAboutAddress: true,
  },
  'sms-filtered': {
    means: 'A network took the message for spam.',
    advice: 'Reword the text, without links where possible, and tell the platform administrator.',
  },
  'sms-undelivered': {
    means: 'The network could not deliver the message and did not say why.',
    advice: 'Reach the person another way, or send again.',
  },
  'sms-unknown': { means: 'The SMS could not be sent.', advice: WAIT },
} as const satisfies Record<string, Fault>;
