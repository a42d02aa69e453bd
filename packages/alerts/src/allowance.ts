import type { Channel } from './messages.ts';

/** How much one subscriber may send over one channel in a day (UTC), and what of a message that decides. */

/** What holds a message: the account is not confirmed, or its daily limit is reached. */
export type HeldByLimit = 'unconfirmed' | 'limit';

export type Allowance = {
  channel: Channel;
  /** Messages to external recipients. */
  messages: number;
  /** Different external recipients; null: any number. */
  recipients: number | null;
  /** The same for its own recipients, its app users among them; null: no limit. */
  own: { messages: number; recipients: number } | null;
};

/** What was counted today. */
export type Usage = { messages: number; recipients: number; ownMessages: number; ownRecipients: number };

export const NO_USAGE: Readonly<Usage> = { messages: 0, recipients: 0, ownMessages: 0, ownRecipients: 0 };

/** `countedAs`: as which recipient it was counted today. `isReached`: an earlier message to it was sent. */
export type KnownRecipient = { countedAs: 'own' | 'external' | null; isReached: boolean };

/** `isForced`: an administrator sends it, whatever the limits say. */
export type Sending = {
  isOwn: boolean;
  isEmergency: boolean;
  isForced?: boolean;
  recipient: KnownRecipient;
};

/** `text`: for the message's log. `reach`: for the check of who would be notified. */
export type Hold = { heldFor: HeldByLimit; text: string; reach: string };

/** What was counted of one channel today, and the recipients that count, by their address in lower case. */
export type CountedSending = {
  allowance: Allowance;
  usage: Readonly<Usage>;
  recipients: ReadonlyMap<string, Readonly<KnownRecipient> & { isOwn: boolean }>;
};

/**
 * Counts a message in `usage` and in its recipient, and returns null; or returns why it is held and counts nothing.
 * An emergency to a recipient who was reached before is never held.
 */
export function admit(allowance: Allowance, usage: Usage, sending: Sending): Hold | null {
  const { recipient, isEmergency, isForced = false } = sending;
  if (sending.isOwn && allowance.own === null) return null;
  const kind = kindOf(allowance, usage, sending);
  const isNew = recipient.countedAs !== kind;
  const isExempt = isForced || (isEmergency && recipient.isReached);
  const hold = isExempt ? null : holdOf(allowance, usage, kind, isNew);
  if (hold) return hold;
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

/** Beyond a number of own recipients in a day, further ones count as external. */
function kindOf({ own }: Allowance, usage: Usage, { isOwn, recipient }: Sending): 'own' | 'external' {
  if (!isOwn || own === null) return 'external';
  const isFree = recipient.countedAs === null && usage.ownRecipients < own.recipients;
  return recipient.countedAs === 'own' || isFree ? 'own' : 'external';
}

function holdOf(allowance: Allowance, usage: Usage, kind: 'own' | 'external', isNew: boolean): Hold | null {
  const { channel, messages, recipients, own } = allowance;
  const { one, many, addresses } = WORDS[channel];
  if (kind === 'own') {
    if (own === null || usage.ownMessages < own.messages) return null;
    return unconfirmed(`can send ${own.messages} ${many} a day to its own addresses`);
  }
  if (isNew && recipients !== null && usage.recipients >= recipients) {
    return unconfirmed(`can reach ${recipients} different external ${addresses} a day`);
  }
  if (usage.messages < messages) return null;
  const what =
    messages === 0
      ? `This account cannot send ${many} to external recipients.`
      : `This account has reached its limit of ${messages} ${messages === 1 ? one : many} a day to external recipients.`;
  return {
    heldFor: 'limit',
    text: `${what} An administrator can raise the limit or release this message.`,
    reach: `${what} Further ones are held.`,
  };
}

const WORDS: Readonly<Record<Channel, { one: string; many: string; addresses: string }>> = {
  email: { one: 'email', many: 'emails', addresses: 'email addresses' },
  sms: { one: 'SMS', many: 'SMS', addresses: 'phone numbers' },
};

function unconfirmed(rule: string): Hold {
  const what = `Until its email address is confirmed, this account ${rule}.`;
  return {
    heldFor: 'unconfirmed',
    text: `${what} When the address is confirmed, this message is sent.`,
    reach: `${what} Further messages are held.`,
  };
}
