import type { SendingLimits } from '@callpoint/contract/sending-limits';

/** What the form of a subscriber's own limits contains, and what the call takes. */

export type LimitField = 'daily_email_limit' | 'daily_sms_limit';
export type TypedLimits = Record<LimitField, string>;
/** Null: the limit of the plan. */
export type OwnLimits = Record<LimitField, number | null>;

export function typedLimits({ email, sms }: SendingLimits): TypedLimits {
  return { daily_email_limit: inDigits(email.own_limit), daily_sms_limit: inDigits(sms.own_limit) };
}

export function toOwnLimits(typed: TypedLimits): OwnLimits {
  return {
    daily_email_limit: parseLimit(typed.daily_email_limit),
    daily_sms_limit: parseLimit(typed.daily_sms_limit),
  };
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
