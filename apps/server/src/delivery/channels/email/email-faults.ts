import type { FaultKind } from '@callpoint/contract/faults';
import type { Outcome } from '../channel.ts';
import type { Progress } from './fence-check.ts';

/**
 * What nodemailer says of a failed attempt. `command` is the step of SMTP at which it happened, for answers of the
 * server only; `originalCode` the system's or the TLS library's word for a connection that broke.
 */
export type MailError = {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  message: string;
};

type Row = {
  /** nodemailer's code. */
  code?: readonly string[];
  /** Where the step matters: a refusal of the sender is about this server, one of the recipient about the message. */
  step?: readonly string[];
  /** SMTP reply codes, from and to. */
  reply?: readonly [number, number];
  /** The enhanced code (RFC 3463) is this one, or begins so where this ends with a dot. */
  enhanced?: string | RegExp;
  /** What the system or the TLS library calls it. */
  original?: RegExp;
  /** Only when the server had asked for the text: what breaks then may have arrived. */
  begun?: true;
  kind: 'temporary' | 'permanent';
  fault: FaultKind;
};

/**
 * What each answer of a mail server means and whether another attempt is worth it. The first row that fits counts.
 * Temporary is what may pass, and what is about this server's settings and not about the message: somebody may
 * put those right while the message waits.
 */
const MAIL_FAULTS: readonly Row[] = [
  { code: ['EAUTH', 'ENOAUTH', 'EOAUTH2'], kind: 'temporary', fault: 'mail-sign-in' },
  {
    code: ['ETLS', 'EREQUIRETLS'],
    kind: 'temporary',
    fault: 'mail-tls-failed',
  },
  { reply: [530, 530], kind: 'temporary', fault: 'mail-needs-tls' },
  { reply: [534, 535], kind: 'temporary', fault: 'mail-sign-in' },
  { reply: [538, 538], kind: 'temporary', fault: 'mail-needs-tls-first' },
  { reply: [503, 503], kind: 'temporary', fault: 'mail-out-of-step' },
  { reply: [421, 421], kind: 'temporary', fault: 'mail-busy' },
  {
    reply: [450, 451],
    enhanced: '4.7.',
    kind: 'temporary',
    fault: 'mail-greylisted',
  },
  { reply: [400, 499], enhanced: '4.2.2', kind: 'temporary', fault: 'mailbox-full-now' },
  {
    reply: [400, 499],
    enhanced: '4.3.',
    kind: 'temporary',
    fault: 'mail-server-trouble',
  },
  { reply: [400, 499], enhanced: '4.5.3', kind: 'temporary', fault: 'mail-not-now' },
  { reply: [452, 452], kind: 'temporary', fault: 'mail-server-full' },
  { reply: [400, 499], kind: 'temporary', fault: 'mail-not-now' },

  {
    reply: [552, 552],
    step: ['MAIL FROM'],
    kind: 'permanent',
    fault: 'mail-too-large',
  },
  {
    reply: [500, 599],
    enhanced: '5.3.4',
    kind: 'permanent',
    fault: 'mail-too-large',
  },
  {
    reply: [500, 599],
    step: ['CONN', 'EHLO', 'HELO', 'LHLO', 'STARTTLS', 'RSET'],
    kind: 'temporary',
    fault: 'mail-not-served',
  },
  {
    reply: [500, 599],
    step: ['MAIL FROM'],
    kind: 'temporary',
    fault: 'mail-sender-refused',
  },
  // Said with a permanent code, and about us and not about the message: it passes, or somebody puts it right.
  // Gmail: the day's quota is used up.
  { reply: [500, 599], enhanced: '5.4.5', kind: 'temporary', fault: 'mail-quota' },
  // Microsoft 365: so many messages in an hour, from everybody or from one sender.
  { reply: [500, 599], enhanced: /^5\.2\.12[12]$/, kind: 'temporary', fault: 'mailbox-busy' },
  // RFC 3463: the sender's address; Microsoft 365: the sender is blocked, or may not send as that address.
  {
    reply: [500, 599],
    enhanced: /^5\.(1\.[78]|7\.(57|60))$/,
    kind: 'temporary',
    fault: 'mail-sender-refused',
  },
  // RFC 7372: DKIM, SPF, the name of our address, DMARC. Microsoft 365 (5xx to 7xx): our address is on a list.
  { reply: [500, 599], enhanced: /^5\.7\.(2[0-7]|[5-7]\d\d)$/, kind: 'temporary', fault: 'mail-not-trusted' },
  { reply: [500, 599], enhanced: /^5\.7\.1[01]$/, kind: 'temporary', fault: 'mail-needs-tls' },
  { reply: [500, 599], enhanced: '5.1.1', kind: 'permanent', fault: 'mailbox-unknown' },
  { reply: [500, 599], enhanced: '5.1.', kind: 'permanent', fault: 'mail-address-wrong' },
  // RFC 7504: the domain takes no mail.
  { reply: [556, 556], kind: 'permanent', fault: 'mail-address-wrong' },
  { reply: [500, 599], enhanced: '5.2.1', kind: 'permanent', fault: 'mailbox-closed' },
  { reply: [500, 599], enhanced: '5.2.2', kind: 'permanent', fault: 'mailbox-full' },
  { reply: [500, 599], enhanced: '5.2.3', kind: 'permanent', fault: 'mail-too-large' },
  { reply: [552, 552], step: ['RCPT TO'], kind: 'permanent', fault: 'mailbox-full' },
  { reply: [500, 599], enhanced: '5.4.', kind: 'permanent', fault: 'mail-no-way' },
  {
    reply: [500, 599],
    enhanced: '5.7.',
    kind: 'permanent',
    fault: 'mail-not-allowed',
  },
  {
    reply: [500, 599],
    step: ['RCPT TO'],
    kind: 'permanent',
    fault: 'mail-recipient-refused',
  },
  { reply: [500, 599], kind: 'permanent', fault: 'mail-refused' },

  { code: ['EDNS'], kind: 'temporary', fault: 'mail-server-not-found' },
  { code: ['ETIMEDOUT'], begun: true, kind: 'temporary', fault: 'mail-silent' },
  { code: ['ETIMEDOUT'], kind: 'temporary', fault: 'mail-slow' },
  { code: ['ESOCKET', 'ECONNECTION'], begun: true, kind: 'temporary', fault: 'mail-cut' },
  {
    code: ['ESOCKET'],
    original: /^(EPROTO$|ERR_SSL|ERR_TLS|CERT|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME|INVALID_CA)/,
    kind: 'temporary',
    fault: 'mail-tls-failed',
  },
  { code: ['ESOCKET'], original: /^(ECONNRESET|EPIPE)$/, kind: 'temporary', fault: 'mail-broken' },
  { code: ['ESOCKET', 'EPROXY'], kind: 'temporary', fault: 'mail-unreachable' },
  { code: ['ECONNECTION'], kind: 'temporary', fault: 'mail-broken' },
  { code: ['EPROTOCOL'], kind: 'temporary', fault: 'mail-not-smtp' },
  { code: ['ECONFIG'], kind: 'temporary', fault: 'mail-misconfigured' },
  { code: ['EENVELOPE'], step: ['API'], kind: 'permanent', fault: 'mail-address-unusable' },
  { code: ['EMESSAGE'], kind: 'permanent', fault: 'mail-unsendable' },
];
/**
 * The connection broke with the message, and not because of how long that took. One that is refused before the server
 * hears for whom the mail is was none of that message's doing: there may be too many connections.
 */
const BREAKS: ReadonlySet<FaultKind> = new Set(['mail-cut', 'mail-broken', 'mail-busy']);
const UNKNOWN: Row = { kind: 'temporary', fault: 'mail-unknown' };

/**
 * What a failed attempt means, and what the server said.
 */
export function mailFault(error: MailError, { named, begun }: Progress): Outcome {
  const { kind, fault } = MAIL_FAULTS.find((row) => fits(row, error, begun)) ?? UNKNOWN;
  return {
    kind,
    fault,
    ...(error.response === undefined ? { errorText: error.message } : { providerText: error.response }),
    // What fails before the server hears of the message would fail for every message.
    ...(kind === 'temporary' && !named ? { unreached: true } : {}),
    ...(named && BREAKS.has(fault) ? { brokeConnection: true } : {}),
  };
}

function fits(row: Row, error: MailError, begun: boolean): boolean {
  const { code, step, reply, enhanced, original } = row;
  if (row.begun && !begun) return false;
  if (original && !original.test(error.originalCode ?? '')) return false;
  if (code && !code.includes(error.code ?? '')) return false;
  if (step && !step.includes(error.command ?? '')) return false;
  if (reply && !isBetween(error.responseCode, reply)) return false;
  return enhanced === undefined || isOfCode(enhancedCode(error.response), enhanced);
}

function isOfCode(code: string, wanted: string | RegExp): boolean {
  if (wanted instanceof RegExp) return wanted.test(code);
  return wanted.endsWith('.') ? code.startsWith(wanted) : code === wanted;
}

function isBetween(value: number | undefined, [from, to]: readonly [number, number]): boolean {
  return value !== undefined && value >= from && value <= to;
}

/** `5.1.1` of `550 5.1.1 User unknown`, or ''. */
function enhancedCode(response: string | undefined): string {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? '';
}
