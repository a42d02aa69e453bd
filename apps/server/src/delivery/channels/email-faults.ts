import { tidyDetail, type Outcome } from '../sender.ts';

/** What nodemailer says of a failed attempt. `command` is the step of SMTP at which it happened. */
export type MailError = {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  message: string;
};

type Fault = {
  /** nodemailer's code. */
  code?: readonly string[];
  /** Where the step matters: a refusal of the sender is about this server, one of the recipient about the message. */
  step?: readonly string[];
  /** SMTP reply codes, from and to. */
  reply?: readonly [number, number];
  /** The enhanced code (RFC 3463) begins so. */
  enhanced?: string;
  kind: 'temporary' | 'permanent';
  means: string;
};

/**
 * What each answer of a mail server means and whether another attempt is worth it. The first row that fits counts.
 * Temporary is what may pass, and what is about this server's settings and not about the message: somebody may
 * put those right while the message waits.
 */
const FAULTS: readonly Fault[] = [
  { code: ['EAUTH', 'ENOAUTH', 'EOAUTH2'], kind: 'temporary', means: 'The mail server refused our sign-in.' },
  { reply: [530, 530], kind: 'temporary', means: 'The mail server wants us to sign in or to use TLS first.' },
  { reply: [534, 535], kind: 'temporary', means: 'The mail server refused our sign-in.' },
  { reply: [538, 538], kind: 'temporary', means: 'The mail server wants TLS before the sign-in.' },
  { reply: [503, 503], kind: 'temporary', means: 'The mail server lost track of the conversation.' },
  { reply: [421, 421], kind: 'temporary', means: 'The mail server is busy or closing.' },
  {
    reply: [450, 451],
    enhanced: '4.7.',
    kind: 'temporary',
    means: 'The mail server asks to try again later.',
  },
  { reply: [400, 499], enhanced: '4.2.2', kind: 'temporary', means: 'The mailbox is full.' },
  {
    reply: [400, 499],
    enhanced: '4.3.',
    kind: 'temporary',
    means: 'The mail server has a problem of its own.',
  },
  { reply: [452, 452], kind: 'temporary', means: 'The mail server has no room at the moment.' },
  { reply: [400, 499], kind: 'temporary', means: 'The mail server cannot take the message at the moment.' },

  {
    reply: [552, 552],
    step: ['MAIL FROM'],
    kind: 'permanent',
    means: 'The message is too large for the mail server.',
  },
  {
    reply: [500, 599],
    enhanced: '5.3.4',
    kind: 'permanent',
    means: 'The message is too large for the mail server.',
  },
  {
    reply: [500, 599],
    step: ['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'RSET'],
    kind: 'temporary',
    means: 'The mail server does not talk to this server.',
  },
  {
    reply: [500, 599],
    step: ['MAIL FROM'],
    kind: 'temporary',
    means: 'The mail server refused our sender address.',
  },
  { reply: [500, 599], enhanced: '5.1.1', kind: 'permanent', means: 'There is no such mailbox.' },
  { reply: [500, 599], enhanced: '5.1.', kind: 'permanent', means: 'The address is wrong.' },
  { reply: [500, 599], enhanced: '5.2.1', kind: 'permanent', means: 'The mailbox is closed.' },
  { reply: [500, 599], enhanced: '5.2.2', kind: 'permanent', means: 'The mailbox is full.' },
  { reply: [500, 599], enhanced: '5.4.', kind: 'permanent', means: 'There is no way to that address.' },
  {
    reply: [500, 599],
    enhanced: '5.7.',
    kind: 'permanent',
    means: 'The mail server does not allow this message.',
  },
  {
    reply: [500, 599],
    step: ['RCPT TO'],
    kind: 'permanent',
    means: 'The mail server refused the recipient.',
  },
  { reply: [500, 599], kind: 'permanent', means: 'The mail server refused the message.' },

  { code: ['EDNS'], kind: 'temporary', means: "The mail server's name was not found." },
  { code: ['ETIMEDOUT'], kind: 'temporary', means: 'The mail server did not answer in time.' },
  {
    code: ['ETLS', 'EREQUIRETLS'],
    kind: 'temporary',
    means: 'No secure connection to the mail server was possible.',
  },
  { code: ['ESOCKET', 'EPROXY'], kind: 'temporary', means: 'The mail server could not be reached.' },
  { code: ['ECONNECTION'], kind: 'temporary', means: 'The connection to the mail server broke.' },
  { code: ['EPROTOCOL'], kind: 'temporary', means: 'The mail server gave an answer that is not SMTP.' },
  { code: ['ECONFIG'], kind: 'temporary', means: 'E-mail is configured wrongly on this server.' },
  { code: ['EENVELOPE'], step: ['API'], kind: 'permanent', means: 'The address cannot be used.' },
  { code: ['EMESSAGE'], kind: 'permanent', means: 'The message cannot be sent as it is.' },
];
const UNKNOWN: Fault = { kind: 'temporary', means: 'The e-mail could not be sent.' };

/** What a failed attempt means, and what the server said. */
export function mailFault(error: MailError): Outcome {
  const { kind, means } = FAULTS.find((fault) => fits(fault, error)) ?? UNKNOWN;
  const detail =
    error.response === undefined ? `${means} (${error.message})` : `${means} It said: ${error.response}`;
  return { kind, detail: tidyDetail(detail) };
}

function fits({ code, step, reply, enhanced }: Fault, error: MailError): boolean {
  if (code && !code.includes(error.code ?? '')) return false;
  if (step && !step.includes(error.command ?? '')) return false;
  if (reply && !isBetween(error.responseCode, reply)) return false;
  return enhanced === undefined || enhancedCode(error.response).startsWith(enhanced);
}

function isBetween(value: number | undefined, [from, to]: readonly [number, number]): boolean {
  return value !== undefined && value >= from && value <= to;
}

/** `5.1.1` of `550 5.1.1 User unknown`, or ''. */
function enhancedCode(response: string | undefined): string {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? '';
}
