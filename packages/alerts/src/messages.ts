/** How a message travels and for whom it is: the same words in plans, in the outbox and in the log. */

export const CHANNELS = ['email', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The subscriber's safety team, the app user who submitted, the safety consultancy. */
export const ROLES = ['team', 'user', 'consultancy'] as const;
export type Role = (typeof ROLES)[number];

/**
 * One message to one recipient.
 * Where `skipped` is null, `address` is one plain e-mail address or one E.164 number, and `text` is not blank.
 * Where `skipped` is a sentence, nothing is sent: `address` is what was typed ('' when there was nobody),
 * with control characters shown as U+FFFD, and is never to be passed to a channel.
 */
export interface PlannedMessage {
  channel: Channel;
  role: Role;
  address: string;
  /** One line; null for an SMS. */
  subject: string | null;
  text: string;
  /** A whole HTML document that says the same as `text`; null for an SMS. */
  html: string | null;
  skipped: string | null;
}
