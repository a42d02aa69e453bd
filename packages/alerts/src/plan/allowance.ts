import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';

/** How much one subscriber may send over one channel in a day (UTC), and which messages are held. */

/**
 * Why a message is held: by a limit of an account that nobody has confirmed and for which no administrator has set a limit, or
 * by another one.
 */
export type HeldByLimit = 'unconfirmed' | 'limit';

export type Allowance = {
  channel: Channel;
  /** Messages to external recipients. */
  messages: number;
  /** Different external recipients; null: any number. */
  recipients: number | null;
  /** The same for its own recipients, including its app users; null: no limit. */
  own: { messages: number; recipients: number } | null;
};

/** Today's counts. */
export type Usage = { messages: number; recipients: number; ownMessages: number; ownRecipients: number };

export const NO_USAGE: Readonly<Usage> = { messages: 0, recipients: 0, ownMessages: 0, ownRecipients: 0 };

/** `countedAs`: the kind of recipient that it was counted as today. `isReached`: an earlier message to it was sent. */
export type KnownRecipient = { countedAs: 'own' | 'external' | null; isReached: boolean };

/** `isForced`: an administrator sends it regardless of the limits. */
export type SendingAttempt = {
  isOwn: boolean;
  isEmergency: boolean;
  isForced?: boolean;
  recipient: KnownRecipient;
};

/** The limits: messages to external recipients, different recipients, and messages to own recipients. */
export const LIMIT_CODES = ['limit-messages', 'unconfirmed-recipients', 'unconfirmed-own-messages'] as const;
export type LimitCode = (typeof LIMIT_CODES)[number];

/** A limit with its value at the time when it held a message. */
export type LimitReason = { channel: Channel; code: LimitCode; limit: number };

/** A limit that was reached: the reason for holding a message. */
export type ReachedLimit = LimitReason & { heldFor: HeldByLimit };

/** Today's counts of one channel, and the recipients that count, by their addresses in lower case. */
export type CountedSending = {
  allowance: Allowance;
  usage: Readonly<Usage>;
  recipients: ReadonlyMap<string, Readonly<KnownRecipient> & { isOwn: boolean }>;
};

/**
 * Counts a message in `usage` and in its recipient, and returns null; or returns the reason for holding it and counts nothing.
 * An emergency to a recipient who was reached before is never held.
 */
export function consumeAllowance(
  allowance: Allowance,
  usage: Usage,
  sending: SendingAttempt,
): ReachedLimit | null {
  const { recipient, isEmergency, isForced = false } = sending;
  if (sending.isOwn && allowance.own === null) return null;
  const kind = kindOf(allowance, usage, sending);
  const isNew = recipient.countedAs !== kind;
  const isExempt = isForced || (isEmergency && recipient.isReached);
  const reachedLimit = isExempt ? null : reachedLimitOf(allowance, usage, kind, isNew);
  if (reachedLimit) return reachedLimit;
  if (kind === 'own') {
    usage.ownMessages += 1;
    if (isNew) usage.ownRecipients += 1;
  } else {
    usage.messages += 1;
    if (isNew) usage.recipients += 1;
  }
  recipient.countedAs = kind;
  return null;
}

/** After a number of own recipients in a day, further ones count as external. */
function kindOf({ own }: Allowance, usage: Usage, { isOwn, recipient }: SendingAttempt): 'own' | 'external' {
  if (!isOwn || own === null) return 'external';
  const isFree = recipient.countedAs === null && usage.ownRecipients < own.recipients;
  return recipient.countedAs === 'own' || isFree ? 'own' : 'external';
}

function reachedLimitOf(
  allowance: Allowance,
  usage: Usage,
  kind: 'own' | 'external',
  isNew: boolean,
): ReachedLimit | null {
  const { channel, messages, recipients, own } = allowance;
  if (kind === 'own') {
    if (own === null || usage.ownMessages < own.messages) return null;
    return { channel, code: 'unconfirmed-own-messages', limit: own.messages, heldFor: 'unconfirmed' };
  }
  if (isNew && recipients !== null && usage.recipients >= recipients) {
    return { channel, code: 'unconfirmed-recipients', limit: recipients, heldFor: 'unconfirmed' };
  }
  if (usage.messages < messages) return null;
  const heldFor = recipients === null ? 'limit' : 'unconfirmed';
  return { channel, code: 'limit-messages', limit: messages, heldFor };
}

/** The reason why a message is held, for the delivery log. */
export function limitText(reason: LimitReason): string {
  const next =
    reason.code === 'limit-messages'
      ? 'An administrator can raise the limit or release this message.'
      : 'This message is sent when the address is confirmed.';
  return `${ruleOf(reason)} ${next}`;
}

/** The same for the reachability check. */
export function limitReachabilityText(reason: LimitReason): string {
  return `${ruleOf(reason)} Further messages are held.`;
}

function ruleOf({ channel, code, limit }: LimitReason): string {
  const { one, many, addresses } = CHANNEL[channel].nouns;
  const unconfirmed = 'Until its email address is confirmed, this account can';
  switch (code) {
    case 'unconfirmed-own-messages':
      return `${unconfirmed} send ${limit} ${many} a day to its own addresses.`;
    case 'unconfirmed-recipients':
      return `${unconfirmed} reach ${limit} different external ${addresses} a day.`;
    case 'limit-messages':
      return limit === 0
        ? `This account can’t send ${many} to external recipients.`
        : `This account has reached its limit of ${limit} ${limit === 1 ? one : many} a day to external recipients.`;
  }
}
