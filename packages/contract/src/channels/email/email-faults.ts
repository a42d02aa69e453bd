import {
  ADVICE_FULL_MAILBOX,
  ADVICE_MAY_ARRIVE_TWICE,
  ADVICE_TELL_ADMIN,
  ADVICE_WAIT,
  type Fault,
} from '../fault.ts';

const CHECK_ADDRESS = 'Check the address with the person, correct it, and resend the message.';
const ASK_MAIL_ADMIN = 'Contact the person another way, and ask their mail administrator.';

export const EMAIL_FAULTS = {
  'mail-sign-in': { means: 'The mail server rejected our login.', advice: ADVICE_TELL_ADMIN },
  'mail-needs-tls': {
    means: 'The mail server requires a login or TLS.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-needs-tls-first': {
    means: 'The mail server requires TLS before the login.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-out-of-step': { means: 'The mail server reported a protocol error.', advice: ADVICE_WAIT },
  'mail-busy': { means: 'The mail server is busy or closing.', advice: ADVICE_WAIT },
  'mail-greylisted': { means: 'The mail server delays messages from new senders.', advice: ADVICE_WAIT },
  'mailbox-full-now': { means: 'The mailbox is full.', advice: ADVICE_FULL_MAILBOX },
  'mail-server-trouble': { means: 'The mail server has an internal problem.', advice: ADVICE_WAIT },
  'mail-server-full': { means: 'The mail server’s storage is full at the moment.', advice: ADVICE_WAIT },
  'mail-not-now': { means: 'The mail server can’t accept the message at the moment.', advice: ADVICE_WAIT },
  'mail-quota': {
    means: 'The mail server accepts no further messages from us for now.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mailbox-busy': { means: 'The mailbox received too many messages within an hour.', advice: ADVICE_WAIT },
  'mail-not-trusted': {
    means: 'The person’s mail server does not trust ours (SPF, DKIM, DMARC, or a blocklist).',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-too-large': {
    means: 'The message is too large for the mail server.',
    advice: 'Shorten the text in the settings.',
  },
  'mail-not-served': {
    means: 'The mail server does not accept connections from this server.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-sender-refused': { means: 'The mail server rejected our sender address.', advice: ADVICE_TELL_ADMIN },
  'mailbox-unknown': { means: 'The mailbox does not exist.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mail-address-wrong': { means: 'The address is invalid.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mailbox-closed': { means: 'The mailbox is closed.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mailbox-full': {
    means: 'The mailbox is full.',
    advice: ADVICE_FULL_MAILBOX.final,
    isAboutAddress: true,
  },
  'mail-no-way': { means: 'The address can’t be reached.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mail-not-allowed': { means: 'The mail server does not allow this message.', advice: ASK_MAIL_ADMIN },
  'mail-recipient-refused': {
    means: 'The mail server rejected the recipient.',
    advice: CHECK_ADDRESS,
    isAboutAddress: true,
  },
  'mail-refused': { means: 'The mail server rejected the message.', advice: ASK_MAIL_ADMIN },
  'mail-server-not-found': { means: 'The mail server’s name was not found.', advice: ADVICE_TELL_ADMIN },
  'mail-slow': { means: 'The mail server did not respond in time.', advice: ADVICE_WAIT },
  'mail-silent': {
    means: 'The mail server received the text but did not respond in time, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'mail-tls-failed': {
    means: 'A secure connection to the mail server was not possible.',
    advice: ADVICE_TELL_ADMIN,
  },
  'mail-unreachable': { means: 'The mail server could not be reached.', advice: ADVICE_TELL_ADMIN },
  'mail-broken': {
    means: 'The connection to the mail server failed before it received the text.',
    advice: ADVICE_WAIT,
  },
  'mail-cut': {
    means: 'The connection failed after the mail server received the text, so the message may have arrived.',
    advice: ADVICE_MAY_ARRIVE_TWICE,
  },
  'mail-not-smtp': { means: 'The mail server’s response was not SMTP.', advice: ADVICE_TELL_ADMIN },
  'mail-misconfigured': { means: 'Email is misconfigured on this server.', advice: ADVICE_TELL_ADMIN },
  'mail-address-unusable': {
    means: 'The address can’t be used.',
    advice: CHECK_ADDRESS,
    isAboutAddress: true,
  },
  'mail-unsendable': { means: 'The message can’t be sent in this form.', advice: ADVICE_TELL_ADMIN },
  'mail-unknown': { means: 'The email could not be sent.', advice: ADVICE_WAIT },
} as const satisfies Record<string, Fault>;
