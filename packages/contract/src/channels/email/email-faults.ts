import {
  ADVICE_FULL_MAILBOX,
  ADVICE_MAY_ARRIVE_TWICE,
  ADVICE_TELL_ADMIN,
  ADVICE_WAIT,
  type Fault,
} from '../fault.ts';

const CHECK_ADDRESS = 'Check the address with the person, correct it, and send again.';
const ASK_MAIL_ADMIN = 'Reach the person another way, and ask whoever runs their mail.';

export const EMAIL_FAULTS = {
  'mail-sign-in': { means: 'The mail server refused our sign-in.', advice: ADVICE_TELL_ADMIN },
  'mail-needs-tls': {
    means: 'The mail server wants us to sign in or to use TLS first.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-needs-tls-first': {
    means: 'The mail server wants TLS before the sign-in.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-out-of-step': { means: 'The mail server lost track of the conversation.', advice: ADVICE_WAIT },
  'mail-busy': { means: 'The mail server is busy or closing.', advice: ADVICE_WAIT },
  'mail-greylisted': { means: 'The mail server asks to try again later.', advice: ADVICE_WAIT },
  'mailbox-full-now': { means: 'The mailbox is full.', advice: ADVICE_FULL_MAILBOX },
  'mail-server-trouble': { means: 'The mail server has a problem of its own.', advice: ADVICE_WAIT },
  'mail-server-full': { means: 'The mail server has no room at the moment.', advice: ADVICE_WAIT },
  'mail-not-now': { means: 'The mail server cannot take the message at the moment.', advice: ADVICE_WAIT },
  'mail-quota': {
    means: 'The mail server takes no more messages from us for now.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mailbox-busy': { means: 'The mailbox gets more messages than it takes in an hour.', advice: ADVICE_WAIT },
  'mail-not-trusted': {
    means: 'The mail server of the person does not trust ours (SPF, DKIM, DMARC or a list of senders).',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-too-large': {
    means: 'The message is too large for the mail server.',
    advice: 'Shorten the text in the settings.',
  },
  'mail-not-served': { means: 'The mail server does not talk to this server.', advice: ADVICE_TELL_ADMIN },
  'mail-sender-refused': { means: 'The mail server refused our sender address.', advice: ADVICE_TELL_ADMIN },
  'mailbox-unknown': { means: 'There is no such mailbox.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mail-address-wrong': { means: 'The address is wrong.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mailbox-closed': { means: 'The mailbox is closed.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mailbox-full': {
    means: 'The mailbox is full.',
    advice: ADVICE_FULL_MAILBOX.final,
    isAboutAddress: true,
  },
  'mail-no-way': { means: 'There is no way to that address.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mail-not-allowed': { means: 'The mail server does not allow this message.', advice: ASK_MAIL_ADMIN },
  'mail-recipient-refused': {
    means: 'The mail server refused the recipient.',
    advice: CHECK_ADDRESS,
    isAboutAddress: true,
  },
  'mail-refused': { means: 'The mail server refused the message.', advice: ASK_MAIL_ADMIN },
  'mail-server-not-found': { means: "The mail server's name was not found.", advice: ADVICE_TELL_ADMIN },
  'mail-slow': { means: 'The mail server did not answer in time.', advice: ADVICE_WAIT },
  'mail-silent': {
    means: 'The mail server had the text and did not answer in time, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'mail-tls-failed': {
    means: 'No secure connection to the mail server was possible.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-unreachable': { means: 'The mail server could not be reached.', advice: ADVICE_TELL_ADMIN },
  'mail-broken': {
    means: 'The connection to the mail server broke before it had the text.',
    advice: ADVICE_WAIT,
  },
  'mail-cut': {
    means: 'The connection broke when the mail server had the text, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'mail-not-smtp': { means: 'The mail server gave an answer that is not SMTP.', advice: ADVICE_TELL_ADMIN },
  'mail-misconfigured': { means: 'E-mail is configured wrongly on this server.', advice: ADVICE_TELL_ADMIN },
  'mail-address-unusable': {
    means: 'The address cannot be used.',
    advice: CHECK_ADDRESS,
    isAboutAddress: true,
  },
  'mail-unsendable': { means: 'The message cannot be sent as it is.', advice: ADVICE_TELL_ADMIN },
  'mail-unknown': { means: 'The e-mail could not be sent.', advice: ADVICE_WAIT },
} as const satisfies Record<string, Fault>;
