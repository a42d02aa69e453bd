import type { RecipientRole } from '@callpoint/contract/channels/channel';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { SkipReason } from './skip-reasons.ts';

/**
 * One message to one recipient.
 * If `skipped` is null, `address` is one plain email address or one E.164 number, and `text` is not blank.
 * If `skipped` is a reason, nothing is sent: `address` is the typed text ('' if there is no recipient), with
 * control characters shown as U+FFFD, and must never be passed to a channel.
 */
export interface PlannedMessage {
  channel: Channel;
  role: RecipientRole;
  address: string;
  /** One line; null for content without a subject. */
  subject: string | null;
  text: string;
  /** A full HTML document with the same content as `text`; null for plain text. */
  html: string | null;
  skipped: SkipReason | null;
}
