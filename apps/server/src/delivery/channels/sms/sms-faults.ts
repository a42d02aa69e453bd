import type { FaultKind } from '@callpoint/contract/faults';
import type { SendOutcome } from '../channel.ts';

/** A provider's error response to an attempt, or a failed connection. */
export type SmsError = {
  /** The HTTP status; null without a response. */
  status: number | null;
  /** Twilio's own code, from its response or from a receipt. */
  code: number | null;
  /** The code of the connection's error; null with a response. */
  net: string | null;
  message: string;
  /** The Retry-After of the response, in milliseconds. */
  retryAfter: number | null;
};

type Row = {
  code?: readonly number[];
  status?: readonly [number, number];
  net?: readonly string[];
  kind: 'temporary' | 'permanent';
  fault: FaultKind;
};

/**
 * The fault of each response of Twilio, and whether a retry may succeed. The first row that matches applies. As with
 * email, faults of this server's account or settings are temporary: an operator may fix them in time.
 */
const SMS_FAULTS: readonly Row[] = [
  { code: [21610], kind: 'permanent', fault: 'sms-stopped' },
  { code: [21211, 21214, 21217, 21265, 21401, 21407, 21421], kind: 'permanent', fault: 'sms-bad-number' },
  { code: [21614, 30006], kind: 'permanent', fault: 'sms-landline' },
  { code: [21608, 30034, 30032, 21705], kind: 'permanent', fault: 'sms-unregistered' },
  { code: [21612], kind: 'permanent', fault: 'sms-no-route' },
  { code: [21602, 21605, 21617, 21619, 30037], kind: 'permanent', fault: 'sms-too-long' },
  { code: [21408], kind: 'temporary', fault: 'sms-country-off' },
  {
    code: [21212, 21213, 21603, 21606, 21659, 21660, 21701, 21703],
    kind: 'temporary',
    fault: 'sms-sender-refused',
  },
  { code: [20429, 14107, 30022, 21611, 30001], kind: 'temporary', fault: 'sms-too-many' },
  { code: [20003, 20403, 20404, 20008], kind: 'temporary', fault: 'sms-sign-in' },
  { code: [30002, 20005, 10001, 90010], kind: 'temporary', fault: 'sms-account' },
  { code: [30003], kind: 'permanent', fault: 'sms-handset-off' },
  { code: [30004], kind: 'permanent', fault: 'sms-blocked' },
  { code: [30005], kind: 'permanent', fault: 'sms-unknown-handset' },
  { code: [30007], kind: 'permanent', fault: 'sms-filtered' },

  { status: [429, 429], kind: 'temporary', fault: 'sms-too-many' },
  { status: [401, 401], kind: 'temporary', fault: 'sms-sign-in' },
  { status: [403, 404], kind: 'temporary', fault: 'sms-sign-in' },
  { status: [408, 408], kind: 'temporary', fault: 'sms-provider-trouble' },
  { status: [400, 499], kind: 'permanent', fault: 'sms-refused' },
  { status: [500, 599], kind: 'temporary', fault: 'sms-provider-trouble' },
  { status: [100, 399], kind: 'temporary', fault: 'sms-odd-answer' },

  {
    net: [
      'ECONNREFUSED',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ETIMEDOUT',
      'UND_ERR_CONNECT_TIMEOUT',
    ],
    kind: 'temporary',
    fault: 'sms-unreachable',
  },
  {
    net: ['TimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
    kind: 'temporary',
    fault: 'sms-slow',
  },
  { net: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'], kind: 'temporary', fault: 'sms-cut' },
];
/** Faults that affect the messages to every recipient. */
const UNREACHED: ReadonlySet<FaultKind> = new Set(['sms-unreachable', 'sms-sign-in', 'sms-provider-trouble']);
const UNKNOWN: Row = { kind: 'temporary', fault: 'sms-unknown' };

/** The outcome of a failed attempt. */
export function smsFault(error: SmsError): SendOutcome {
  const { kind, fault } = SMS_FAULTS.find((row) => fits(row, error)) ?? UNKNOWN;
  const providerText = error.code === null ? error.message : `${error.code} ${error.message}`;
  return {
    kind,
    fault,
    ...(error.status === null ? { errorText: error.message } : { providerText }),
    ...(error.retryAfter === null ? {} : { retryAfter: error.retryAfter }),
    ...(UNREACHED.has(fault) && error.retryAfter === null ? { unreached: true } : {}),
  };
}

/** Why a network did not deliver a message that the provider had accepted; `code` is from the receipt. */
export function receiptFault(code: number | null): FaultKind {
  const row = SMS_FAULTS.find((candidate) => code !== null && candidate.code?.includes(code));
  return row?.fault ?? 'sms-undelivered';
}

function fits({ code, status, net }: Row, error: SmsError): boolean {
  if (code) return error.code !== null && code.includes(error.code);
  if (status) return error.status !== null && error.status >= status[0] && error.status <= status[1];
  return net !== undefined && error.net !== null && net.includes(error.net);
}
