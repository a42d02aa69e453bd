import { CHANNEL, CHANNELS, perOwnLimit, type OwnLimitColumn } from '@callpoint/contract/channels/channels';
import type { SendingLimits } from '@callpoint/contract/sending-limits';

/** The values of the form of a subscriber's own limits, and the body of its call. */

export type TypedLimits = Record<OwnLimitColumn, string>;
/** Null: the limit of the plan. */
export type OwnLimits = Record<OwnLimitColumn, number | null>;

export function typedLimits(limits: SendingLimits): TypedLimits {
  return perOwnLimit((column) => {
    const channel = CHANNELS.find((one) => CHANNEL[one].ownLimit === column);
    return inDigits(channel ? limits[channel].own_limit : null);
  });
}

export function toOwnLimits(typed: TypedLimits): OwnLimits {
  return perOwnLimit((column) => parseLimit(typed[column]));
}

/** Empty is null. Thousands may be separated: `5,000` and `5 000`. Anything else is NaN. */
export function parseLimit(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return null;
  const isNumber = /^\d+$/.test(text) || /^\d{1,3}([ ,]\d{3})+$/.test(text);
  return isNumber ? Number(text.replaceAll(/[ ,]/g, '')) : Number.NaN;
}

function inDigits(limit: number | null): string {
  return limit === null ? '' : String(limit);
}
