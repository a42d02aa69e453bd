import { limitText, LIMIT_CODES, type LimitCode, type LimitReason } from '@callpoint/alerts/plan/allowance';
import { isSkipCode, skipText, type SkipReason } from '@callpoint/alerts/plan/skip-reasons';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { AttemptOutcome, Delivery, DeliveryRole } from '@callpoint/contract/deliveries';
import { findFault, type FaultKind } from '@callpoint/contract/faults';
import type { Row } from '../../db/rows.ts';
import { cleanProviderText, type AttemptTexts, type ConfiguredChannels, type FaultTexts } from './channel.ts';
import { DRIVER } from './channels.ts';

/**
 * Why a message is in its state. Stored as a code with its parameters; the sentence for people is built when somebody
 * reads the message. Rows from before there were codes have only their sentence, in `reason`.
 */

/** `givenUpAfterHours`: the fault was temporary, and the message was given up after this many hours. */
export type FaultReason = FaultTexts & { code: FaultKind; givenUpAfterHours?: number };

export type MessageReason =
  | FaultReason
  | Omit<LimitReason, 'channel'>
  | { code: 'not-configured' }
  /** It was waiting in a backup that was restored. */
  | { code: 'restored' }
  /** It was never sent. Its text was deleted because of its age. */
  | { code: 'text-deleted' }
  /** The notification plan skips it. */
  | SkipReason;

/** The columns of `delivery` that store a reason. */
export type ReasonColumns = Pick<Row<'delivery'>, 'reason' | 'reason_code' | 'reason_params'>;

export const NO_REASON: Readonly<ReasonColumns> = { reason: null, reason_code: null, reason_params: null };

/** The columns of a reason. */
export function reasonColumns(reason: MessageReason | null): ReasonColumns {
  if (reason === null) return NO_REASON;
  const { code, ...params } = reason;
  const hasParams = Object.keys(params).length > 0;
  return { reason: null, reason_code: code, reason_params: hasParams ? JSON.stringify(params) : null };
}

type Params = FaultTexts & { givenUpAfterHours?: number; limit?: number };

/** A message with a reason. */
export type ReasonedMessage = ReasonColumns & { channel: Channel; role: DeliveryRole; address: string };

function readParams({ reason_params }: Pick<ReasonColumns, 'reason_params'>): Params {
  return reason_params === null ? {} : (JSON.parse(reason_params) as Params);
}

/** The sentence of a message's reason; null if it has none, or if another version of the server stored its code. */
export function reasonText(message: ReasonedMessage): string | null {
  const { channel, reason, reason_code: code } = message;
  if (code === null) return reason;
  const params = readParams(message);
  const { givenUpAfterHours: hours } = params;
  if (findFault(code) !== null) {
    const text = faultText(code, params);
    return hours === undefined ? text : `Callpoint stopped trying after ${periodText(hours)}. ${text}`;
  }
  if (isLimitCode(code)) return limitText({ channel, code, limit: params.limit ?? 0 });
  if (code === 'text-deleted') return 'It was never sent. Its text was deleted because of its age.';
  if (code === 'restored')
    return 'It was restored from a backup and may have been sent already. It is sent only if someone releases it.';
  if (code === 'not-configured') return CHANNEL[channel].notConfigured;
  return isSkipCode(code) ? skipText(message, { code, ...params } as SkipReason) : null;
}

/** The reason of a message; its channel can have been configured since. */
export function reasonNow(
  { channel, reason }: Pick<Delivery, 'channel' | 'reason'>,
  channels: ConfiguredChannels,
): string | null {
  const { notConfigured, wasNotConfigured } = CHANNEL[channel];
  return reason === notConfigured && channels[channel] ? wasNotConfigured : reason;
}

/** Channels are retried for hours, or for less than one. */
function periodText(hours: number): string {
  return hours < 1 ? `${Math.round(hours * 60)} minutes` : `${hours} hours`;
}

/** The fault in a message's reason, and after how many hours it was given up; null for a reason that is no fault. */
export function faultReason(row: ReasonColumns): { fault: string; given_up_after: number | null } | null {
  const { reason_code: fault } = row;
  if (fault === null || findFault(fault) === null) return null;
  return { fault, given_up_after: readParams(row).givenUpAfterHours ?? null };
}

function isLimitCode(code: string): code is LimitCode {
  return (LIMIT_CODES as readonly string[]).includes(code);
}

/** The stored parts of an attempt that decide its text. `detail`: the text of a row from before there were codes. */
export type StoredAttempt = AttemptTexts & {
  outcome: AttemptOutcome;
  fault: string | null;
  detail: string;
  error_text: string | null;
};

/** The text of an attempt in the delivery log: the fault's sentence and the text of the provider or of our library. */
export function attemptText(channel: Channel, attempt: StoredAttempt): string {
  const { outcome, fault, detail, provider_text, error_text } = attempt;
  if (detail !== '') return detail;
  switch (outcome) {
    case 'sent':
      return DRIVER[channel].acceptedText(attempt);
    case 'delivered':
      return `It arrived. ${DRIVER[channel].receiptText?.(attempt) ?? ''}`;
    case 'undelivered':
      return `${faultText(fault, {})} ${DRIVER[channel].receiptText?.(attempt) ?? ''}`;
    case 'held':
      return CHANNEL[channel].notConfigured;
    case 'temporary':
    case 'permanent':
    case 'skipped':
    case 'lost':
      return faultText(fault, {
        providerText: provider_text ?? undefined,
        errorText: error_text ?? undefined,
      });
  }
}

/** The provider's part of `attemptText`; null where there is none, or the row is from before there were codes. */
export function providerPart(channel: Channel, attempt: StoredAttempt): string | null {
  if (attempt.detail !== '' || attempt.fault === null) return null;
  if (attempt.outcome === 'undelivered') return DRIVER[channel].receiptText?.(attempt) ?? null;
  return attempt.provider_text ?? attempt.error_text;
}

/**
 * The sentence of a fault with the text of the provider or of our library, shortened to the length of a stored text.
 */
export function faultText(code: string | null, { providerText, errorText }: FaultTexts): string {
  const means = findFault(code)?.means ?? '';
  if (providerText !== undefined) return cleanProviderText(`${means} Response: ${providerText}`);
  return errorText === undefined ? means : cleanProviderText(`${means} (${errorText})`);
}
