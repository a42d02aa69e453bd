/**
 * Why an attempt to send a message failed, in stable words (stored with each attempt and sent to the console as they
 * are), and what each means to people. Which answer of a provider is which fault: the server's delivery/channels.
 */

type Words = {
  /** What happened, one sentence. */
  means: string;
  /** What a person can do about it, one or two sentences. */
  advice: string;
};

const WAIT = 'Nothing to do: it is tried again by itself.';
const TELL_ADMIN = 'Tell the platform administrator: this concerns the server, not this message.';
const CHECK_ADDRESS = 'Check the address with the person, correct it, and send again.';
const CHECK_NUMBER = 'Check the number with the person, correct it, and send again.';
const ASK_MAIL_PEOPLE = 'Reach the person another way, and ask whoever runs their mail.';
const MAY_HAVE_ARRIVED = 'It is tried again, so the person may get it twice.';
const MAKE_ROOM = 'It is tried again by itself. The person should make room in the mailbox.';

export const FAULTS = {
  lost: {
    means:
      'The server that was sending this message stopped before it knew the answer, so it may have arrived.',
    advice: MAY_HAVE_ARRIVED,
  },
  'no-answer': {
    means: 'There was no answer within 120 seconds, so the message may have arrived.',
    advice: MAY_HAVE_ARRIVED,
  },
  unexpected: { means: 'Sending failed.', advice: TELL_ADMIN },

  'mail-sign-in': { means: 'The mail server refused our sign-in.', advice: TELL_ADMIN },
  'mail-needs-tls': {
    means: 'The mail server wants us to sign in or to use TLS first.',
    advice: TELL_ADMIN,
  },
  'mail-needs-tls-first': { means: 'The mail server wants TLS before the sign-in.', advice: TELL_ADMIN },
  'mail-out-of-step': { means: 'The mail server lost track of the conversation.', advice: WAIT },
  'mail-busy': { means: 'The mail server is busy or closing.', advice: WAIT },
  'mail-greylisted': { means: 'The mail server asks to try again later.', advice: WAIT },
  'mailbox-full-now': { means: 'The mailbox is full.', advice: MAKE_ROOM },
  'mail-server-trouble': { means: 'The mail server has a problem of its own.', advice: WAIT },
  'mail-server-full': { means: 'The mail server has no room at the moment.', advice: WAIT },
  'mail-not-now': { means: 'The mail server cannot take the message at the moment.', advice: WAIT },
  'mail-quota': {
    means: 'The mail server takes no more messages from us for now.',
    advice: TELL_ADMIN,
  },
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
  'mailbox-unknown': { means: 'There is no such mailbox.', advice: CHECK_ADDRESS },
  'mail-address-wrong': { means: 'The address is wrong.', advice: CHECK_ADDRESS },
  'mailbox-closed': { means: 'The mailbox is closed.', advice: CHECK_ADDRESS },
  'mailbox-full': {
    means: 'The mailbox is full.',
    advice: 'The person should make room in the mailbox; then send again.',
  },
  'mail-no-way': { means: 'There is no way to that address.', advice: CHECK_ADDRESS },
  'mail-not-allowed': { means: 'The mail server does not allow this message.', advice: ASK_MAIL_PEOPLE },
  'mail-recipient-refused': { means: 'The mail server refused the recipient.', advice: CHECK_ADDRESS },
  'mail-refused': { means: 'The mail server refused the message.', advice: ASK_MAIL_PEOPLE },
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
  'mail-address-unusable': { means: 'The address cannot be used.', advice: CHECK_ADDRESS },
  'mail-unsendable': { means: 'The message cannot be sent as it is.', advice: TELL_ADMIN },
  'mail-unknown': { means: 'The e-mail could not be sent.', advice: WAIT },

  'sms-sign-in': { means: 'The SMS provider refused our sign-in.', advice: TELL_ADMIN },
  'sms-account': { means: 'The SMS provider has closed or suspended our account.', advice: TELL_ADMIN },
  'sms-too-many': {
    means: 'The SMS provider takes no more messages for now.',
    advice: WAIT,
  },
  'sms-bad-number': { means: 'This is not a number that can receive SMS.', advice: CHECK_NUMBER },
  'sms-landline': { means: 'This is a landline: it cannot receive SMS.', advice: CHECK_NUMBER },
  'sms-stopped': {
    means: 'The person has replied STOP and gets no SMS from this service.',
    advice: 'Only the person can change that, by replying START. Reach them another way.',
  },
  'sms-no-route': {
    means: 'The SMS provider has no way to this number.',
    advice: 'Reach the person another way, and tell the platform administrator.',
  },
  'sms-country-off': {
    means: 'SMS to this country are switched off in our account.',
    advice: TELL_ADMIN,
  },
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
  },
  'sms-unknown-handset': { means: 'The number is not in use any more.', advice: CHECK_NUMBER },
  'sms-filtered': {
    means: 'A network took the message for spam.',
    advice: 'Reword the text, without links where possible, and tell the platform administrator.',
  },
  'sms-undelivered': {
    means: 'The network could not deliver the message and did not say why.',
    advice: 'Reach the person another way, or send again.',
  },
  'sms-unknown': { means: 'The SMS could not be sent.', advice: WAIT },
} as const satisfies Record<string, Words>;

export type FaultKind = keyof typeof FAULTS;

/** What to do where the table counts on another try and none comes any more. */
const NO_MORE_TRIES: Readonly<Record<string, string>> = {
  [WAIT]: 'It is not tried again by itself. Reach the person another way, or send it again.',
  [MAY_HAVE_ARRIVED]: 'It is not tried again by itself. Ask the person whether it arrived, or send it again.',
  [MAKE_ROOM]: FAULTS['mailbox-full'].advice,
};

/** What to do about a fault after which the message is given up. */
export function finalAdvice({ advice }: Words): string {
  return NO_MORE_TRIES[advice] ?? advice;
}
