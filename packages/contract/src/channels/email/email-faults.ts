import { MAKE_ROOM, MAY_HAVE_ARRIVED, TELL_ADMIN, WAIT, type Fault } from '../fault.ts';

const CHECK_ADDRESS = 'Check the address with the person, correct it, and send again.';
const ASK_MAIL_ADMIN = 'Reach the person another way, and ask whoever runs their mail.';

export const EMAIL_FAULTS = {
  'mail-sign-in': { means: 'The mail server refused our sign-in.', advice: TELL_ADMIN },
  'mail-needs-tls': { means: 'The mail server wants us to sign in or to use TLS first.', advice: TELL_ADMIN },
  'mail-needs-tls-first': { means: 'The mail server wants TLS before the sign-in.', advice: TELL_ADMIN },
  'mail-out-of-step': { means: 'The mail server lost track of the conversation.', advice: WAIT },
  'mail-busy': { means: 'The mail server is busy or closing.', advice: WAIT },
  'mail-greylisted': { means: 'The mail server asks to try again later.', advice: WAIT },
  'mailbox-full-now': { means: 'The mailbox is full.', advice: MAKE_ROOM },
  'mail-server-trouble': { means: 'The mail server has a problem of its own.', advice: WAIT },
  'mail-server-full': { means: 'The mail server has no room at the moment.', advice: WAIT },
  'mail-not-now': { means: 'The mail server cannot take the message at the moment.', advice: WAIT },
  'mail-quota': { means: 'The mail server takes no more messages from us for now.', advice: TELL_ADMIN },
  'mailbox-busy': { means: 'The mailbox gets more messages than it takes in an hour.', advice: WAIT },
  'mail-not-trusted': {
    means: 'The mail server of the person does not trust ours (SPF, DKIM, DMARC or a list of senders).',
    advice: TELL_ADMIN,
  },
  'mail-too-large': {
    means: 'The message is too large for the mail server.',
    advice: 'Shorten the text in the settings.',
  },
  'mail-not-served': { means: 'The mail server does not talk to this server.', advice: TELL_ADMIN },
  'mail-sender-refused': { means: 'The mail server refused our sender address.', advice: TELL_ADMIN },
  'mailbox-unknown': { means: 'There is no such mailbox.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mail-address-wrong': { means: 'The address is wrong.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mailbox-closed': { means: 'The mailbox is closed.', advice: CHECK_ADDRESS, isAboutAddress: true },
  'mailbox-full': {
    means: 'The mailbox is full.',
    advice: MAKE_ROOM.final,
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
  'mail-server-not-found': { means: "The mail server's name was not found.", advice: TELL_ADMIN },
  'mail-slow': { means: 'The mail server did not answer in time.', advice: WAIT },
  'mail-silent': {
    means: 'The mail server had the text and did not answer in time, so the message may have arrived.',
    advice: MAY_HAVE_ARRIVED,
  },
  'mail-tls-failed': { means: 'No secure connection to the mail server was possible.', advice: TELL_ADMIN },
  'mail-unreachable': { means: 'The mail server could not be reached.', advice: TELL_ADMIN },
  'mail-broken': { means: 'The connection to the mail server broke before it had the text.', advice: WAIT },
  'mail-cut': {
    means: 'The connection broke when the mail server had the text, so the message may have arrived.',
    advice: MAY_HAVE_ARRIVED,
  },
  'mail-not-smtp': { means: 'The mail server gave an answer that is not SMTP.', advice: TELL_ADMIN },
  'mail-misconfigured': { means: 'E-mail is configured wrongly on this server.', advice: TELL_ADMIN },
  'mail-address-unusable': {
    means: 'The address cannot be used.',
    advice: CHECK_ADDRESS,
    isAboutAddress: true,
  },
  'mail-unsendable': { means: 'The message cannot be sent as it is.', advice: TELL_ADMIN },
  'mail-unknown': { means: 'The e-mail could not be sent.', advice: WAIT },
} as const satisfies Record<string, Fault>;
