import type { FaultKind } from '@callpoint/contract/faults';
import type { SendOutcome } from '../channel.ts';
import type { TransferProgress } from './fence-check.ts';

/**
 * nodemailer's error of a failed attempt. `command`: the SMTP step, for replies of the server only. `originalCode`: the
 * code of the system or the TLS library for a failed connection.
 */
export type SmtpError = {
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
  /** The SMTP step: rejecting the sender concerns this server, rejecting the recipient concerns the message. */
  step?: readonly string[];
  /** SMTP reply codes, from and to. */
  reply?: readonly [number, number];
  /** The enhanced code (RFC 3463); with a dot at the end, its prefix. */
  enhanced?: string | RegExp;
  /** The code of the system or the TLS library. */
  original?: RegExp;
  /** Only after the server has requested the text: the email may have arrived. */
  textRequested?: true;
  kind: 'temporary' | 'permanent';
  fault: FaultKind;
};

/**
 * The fault of each reply of a mail server, and whether a retry may succeed. The first row that matches applies. Faults
 * of this server's settings are temporary too: an operator may fix them while the message waits.
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
  // Permanent codes that concern this server and not the message: they end after a while, or an operator fixes the
  // cause. Gmail: the day's quota is used up.
  { reply: [500, 599], enhanced: '5.4.5', kind: 'temporary', fault: 'mail-quota' },
  // Microsoft 365: too many messages in an hour, from all senders or from this one.
  { reply: [500, 599], enhanced: /^5\.2\.12[12]$/, kind: 'temporary', fault: 'mailbox-busy' },
  // RFC 3463: the sender's address; Microsoft 365: the sender is blocked, or may not send as that address.
  {
    reply: [500, 599],
    enhanced: /^5\.(1\.[78]|7\.(57|60))$/,
    kind: 'temporary',
    fault: 'mail-sender-refused',
  },
  // RFC 7372: DKIM, SPF, reverse DNS, DMARC. Microsoft 365 (5xx to 7xx): our IP address is on a block list.
  { reply: [500, 599], enhanced: /^5\.7\.(2[0-7]|[5-7]\d\d)$/, kind: 'temporary', fault: 'mail-not-trusted' },
  { reply: [500, 599], enhanced: /^5\.7\.1[01]$/, kind: 'temporary', fault: 'mail-needs-tls' },
  { reply: [500, 599], enhanced: '5.1.1', kind: 'permanent', fault: 'mailbox-unknown' },
  { reply: [500, 599], enhanced: '5.1.', kind: 'permanent', fault: 'mail-address-wrong' },
  // RFC 7504: the domain accepts no email.
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
  { code: ['ETIMEDOUT'], textRequested: true, kind: 'temporary', fault: 'mail-silent' },
  { code: ['ETIMEDOUT'], kind: 'temporary', fault: 'mail-slow' },
  { code: ['ESOCKET', 'ECONNECTION'], textRequested: true, kind: 'temporary', fault: 'mail-cut' },
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
 * Faults that break the connection, other than timeouts. They count only after the server could read the recipient: a
 * connection that is rejected earlier has another cause, for example too many connections.
 */
const BREAKS: ReadonlySet<FaultKind> = new Set(['mail-cut', 'mail-broken', 'mail-busy']);
const UNKNOWN: Row = { kind: 'temporary', fault: 'mail-unknown' };

/** The outcome of a failed attempt. */
export function emailFault(error: SmtpError, { connected, textRequested }: TransferProgress): SendOutcome {
  const { kind, fault } = MAIL_FAULTS.find((row) => fits(row, error, textRequested)) ?? UNKNOWN;
  return {
    kind,
    fault,
    ...(error.response === undefined ? { errorText: error.message } : { providerText: error.response }),
    // A fault before the server could read the recipient affects every message.
    ...(kind === 'temporary' && !connected ? { unreached: true } : {}),
    ...(connected && BREAKS.has(fault) ? { brokeConnection: true } : {}),
  };
}

function fits(row: Row, error: SmtpError, textRequested: boolean): boolean {
  const { code, step, reply, enhanced, original } = row;
  if (row.textRequested && !textRequested) return false;
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
