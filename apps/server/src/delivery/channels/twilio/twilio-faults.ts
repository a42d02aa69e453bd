import type { FaultKind } from '@callpoint/contract/faults';
import type { SendOutcome } from '../channel.ts';

/** A provider's error response to an attempt, or a failed connection. */
export type TwilioError = {
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

/** The channels that Twilio carries. */
type TwilioChannel = 'sms' | 'voice';

/** A response of Twilio by its code, its HTTP status, or the error of the connection. */
type Match = { code: readonly number[] } | { status: readonly [number, number] } | { net: readonly string[] };
type Row<Name> = Match & { kind: 'temporary' | 'permanent'; fault: Name };

/** The faults of a channel by Twilio's codes. */
export type CodeRow = { code: readonly number[]; kind: 'temporary' | 'permanent'; fault: FaultKind };

/**
 * Faults of our account, of the provider and of the connection: the same for all channels, which have a fault with the
 * name of the channel in front. As with email, faults of this server's account or settings are temporary: an operator
 * may fix them in time.
 */
const COMMON = [
  { code: [21408], kind: 'temporary', fault: 'country-off' },
  { code: [20429, 14107, 30022, 21611, 30001], kind: 'temporary', fault: 'too-many' },
  { code: [20003, 20403, 20404, 20008], kind: 'temporary', fault: 'sign-in' },
  { code: [30002, 20005, 10001, 90010], kind: 'temporary', fault: 'account' },

  { status: [429, 429], kind: 'temporary', fault: 'too-many' },
  { status: [401, 401], kind: 'temporary', fault: 'sign-in' },
  { status: [403, 404], kind: 'temporary', fault: 'sign-in' },
  { status: [408, 408], kind: 'temporary', fault: 'provider-trouble' },
  { status: [400, 499], kind: 'permanent', fault: 'refused' },
  { status: [500, 599], kind: 'temporary', fault: 'provider-trouble' },
  { status: [100, 399], kind: 'temporary', fault: 'odd-answer' },

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
    fault: 'unreachable',
  },
  {
    net: ['TimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
    kind: 'temporary',
    fault: 'slow',
  },
  { net: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'], kind: 'temporary', fault: 'cut' },
] as const satisfies readonly Row<string>[];
type CommonFault = (typeof COMMON)[number]['fault'];

/** Faults that affect the messages to every recipient. */
const UNREACHED: ReadonlySet<CommonFault> = new Set(['unreachable', 'sign-in', 'provider-trouble']);
const UNKNOWN = { kind: 'temporary', fault: 'unknown' } as const;

/** The outcome of a failed attempt. The first row that matches applies, the channel's own rows first. */
export function twilioFault(
  channel: TwilioChannel,
  own: readonly CodeRow[],
  error: TwilioError,
): Exclude<SendOutcome, { kind: 'sent' }> {
  const texts = {
    ...(error.status === null
      ? { errorText: error.message }
      : { providerText: error.code === null ? error.message : `${error.code} ${error.message}` }),
    ...(error.retryAfter === null ? {} : { retryAfter: error.retryAfter }),
  };
  const ownRow = own.find((row) => fits(row, error));
  if (ownRow) return { kind: ownRow.kind, fault: ownRow.fault, ...texts };
  const { kind, fault } = COMMON.find((row) => fits(row, error)) ?? UNKNOWN;
  const isUnreached = fault !== 'unknown' && UNREACHED.has(fault) && error.retryAfter === null;
  return { kind, fault: `${channel}-${fault}`, ...texts, ...(isUnreached ? { unreached: true } : {}) };
}

/** The fault of a code in a receipt; null if the code is unknown. */
export function codeFault(
  channel: TwilioChannel,
  own: readonly CodeRow[],
  code: number | null,
): FaultKind | null {
  if (code === null) return null;
  const ownRow = own.find((row) => row.code.includes(code));
  if (ownRow) return ownRow.fault;
  const row = COMMON.find((candidate) => 'code' in candidate && fits(candidate, { code }));
  return row ? `${channel}-${row.fault}` : null;
}

function fits(match: Match, { code, status, net }: Partial<TwilioError>): boolean {
  if ('code' in match) return typeof code === 'number' && match.code.includes(code);
  if ('status' in match)
    return typeof status === 'number' && status >= match.status[0] && status <= match.status[1];
  return typeof net === 'string' && match.net.includes(net);
}
