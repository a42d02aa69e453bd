import type { Channel } from '@callpoint/alerts/messages';
import type { FaultKind } from '@callpoint/contract/faults';
import type { Row } from '../../db/rows.ts';

/** The text of a message. Stored once for all messages that share it. */
export type MessageText = Pick<Row<'message_text'>, 'subject' | 'body' | 'html'>;

/** What a way of sending is given of a message. `message_key` is the same at every attempt, `fence` never. */
export type OutgoingMessage = Pick<Row<'delivery'>, 'id' | 'fence' | 'address' | 'message_key' | 'priority'> &
  MessageText;

/**
 * What became of one attempt. `detail` is for people: what the provider said, and what that means.
 * `temporary`: worth another attempt. `permanent`: the same message would be refused again. `skipped`: it must not be
 * sent any more. `fault`: why, in a stable word.
 */
export type Outcome =
  | {
      kind: 'sent';
      detail: string;
      /** The provider's own name for what it took. */
      providerId?: string;
    }
  | {
      kind: 'temporary' | 'permanent' | 'skipped';
      fault: FaultKind;
      detail: string;
      /** Milliseconds that the provider asks to wait at least. */
      retryAfter?: number;
      /** The provider was not reached: the same happens to every message, and a success of any shows that it is over. */
      unreached?: boolean;
      /** The connection, which serves other messages too, broke with it. */
      broke?: boolean;
      /** The sender of ours to which the number has replied STOP, where the provider says so. */
      stoppedFor?: string;
    };

/**
 * Whether a message is still ours to send: `signal` calls it back, and `isOurs` is asked at the last moment, as a
 * process that stood still goes on before anything could have called.
 */
export type Ours = { signal: AbortSignal; isOurs: () => boolean };

/** A way of sending: one for e-mail, one for SMS. */
export type Sender = {
  /** How many messages it can have on their way at once. */
  atOnce: number;
  /** How many more on connections apart, for those that may break one. */
  apart?: number;
  /**
   * Sends one message. Once it is no longer `ours` it must not go out if that can still be stopped, and the outcome
   * is not looked at.
   */
  send(message: OutgoingMessage, ours: Ours, apart?: boolean): Promise<Outcome>;
};

/** null: the channel is not configured. */
export type Senders = Readonly<Record<Channel, Sender | null>>;

const LONGEST_DETAIL = 500;
// oxlint-disable-next-line no-control-regex
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** A provider's words made fit to be stored: one line, no control characters, at most 500 UTF-16 units. */
export function tidyDetail(said: string): string {
  const line = said
    .slice(0, 4 * LONGEST_DETAIL)
    .replaceAll(BLANKS, ' ')
    .trim();
  const short = line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL - 1)}…` : line;
  return short.toWellFormed();
}
