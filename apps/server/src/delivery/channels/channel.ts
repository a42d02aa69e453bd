import type { Channel } from '@callpoint/contract/channels/channels';
import type { FaultKind } from '@callpoint/contract/faults';
import type { Environment } from '../../config/environment.ts';
import type { Row } from '../../db/rows.ts';

/** The text of a message. Stored once for all messages that share it. */
export type MessageText = Pick<Row<'message_text'>, 'subject' | 'body' | 'html'>;

/** A message as an adapter gets it. `message_key` is the same at every attempt, `fence` never. */
export type OutgoingMessage = Pick<Row<'delivery'>, 'id' | 'fence' | 'address' | 'message_key' | 'priority'> &
  MessageText;

/** What the other side said and what went wrong on ours, each as it came; the fault's sentence is not part of it. */
export type FaultTexts = {
  /** The provider's own text. */
  providerText?: string | undefined;
  /** Where the provider did not reply: the error of our library or of the connection. */
  errorText?: string | undefined;
};

/**
 * The outcome of one attempt. `temporary`: worth another attempt. `permanent`: the same message would be rejected
 * again. `skipped`: it must not be sent any more. `fault`: why, as a code.
 */
export type Outcome =
  | {
      kind: 'sent';
      providerText: string;
      /** The provider's id of the message. */
      providerId?: string;
    }
  | ({
      kind: 'temporary' | 'permanent' | 'skipped';
      fault: FaultKind;
      /** Milliseconds that the provider asks to wait at least. */
      retryAfter?: number;
      /** The provider was not reached: the same happens to every message, and one success shows that it is over. */
      unreached?: boolean;
      /** The connection, which serves other messages too, broke with it. */
      brokeConnection?: boolean;
      /** Our from-number to which the recipient has replied STOP, where the provider says so. */
      optOutFrom?: string;
    } & FaultTexts);

/**
 * Whether this worker still owns a message: `signal` aborts the attempt, and `isOwned` is the fence check at the last
 * moment, as a process that was suspended continues before anything could abort it.
 */
export type Ownership = { signal: AbortSignal; isOwned: () => boolean };

/** Sends messages over one channel. */
export type ChannelAdapter = {
  /** Maximum messages in flight at the same time. */
  concurrency: number;
  /** Further ones on separate connections, for messages that may break theirs. */
  isolatedConcurrency?: number;
  /**
   * Sends one message. After its ownership has ended it must not be sent if that can still be prevented, and the
   * outcome is ignored.
   */
  send(message: OutgoingMessage, ownership: Ownership, isIsolated?: boolean): Promise<Outcome>;
  /** Closes connections; called after the worker has stopped. */
  close?(): void;
};

/** null: the channel is not configured. */
export type ChannelAdapters = Readonly<Record<Channel, ChannelAdapter | null>>;

/** Which channels can send; the messages of the others are held. */
export type ConfiguredChannels = Readonly<Record<Channel, boolean>>;

/** What an adapter may use of the server besides its configuration. */
export type AdapterOptions = {
  environment: Pick<Environment, 'smtp' | 'twilio' | 'publicUrl'>;
  /** Whether a number (E.164) has replied STOP to our from-number. */
  hasOptedOut: (from: string, number: string) => Promise<boolean>;
};

/** When failed attempts are repeated. Milliseconds. */
export type RetrySchedule = {
  /** Waits after the first, second, ... attempt that failed for a temporary reason. */
  waits: readonly number[];
  /** And after each one beyond them. */
  thenEvery: number;
  /**
   * No further attempt is planned for later than this after the message was created. One that fell due while no server
   * ran still starts, once: every accepted message gets an attempt.
   */
  giveUpAfter: number;
};

/** What is stored of an attempt, as sentences about it need it. */
export type AttemptTexts = { provider_id: string | null; provider_text: string | null };

/** The server's part of a channel: how messages are sent over it. */
export type ChannelDriver = {
  /** Opens the adapter; null where this server has no configuration for it. */
  open(options: AdapterOptions): ChannelAdapter | null;
  /** One line for the person who starts the server: how its messages are sent, or what to configure. */
  summary(environment: Environment): string;
  /** Messages of one lane may be slow together; null: the channel has a single lane. */
  laneOf: ((address: string) => string) | null;
  retry: RetrySchedule;
  /** A provider that accepts a message has checked its address. */
  acceptanceProvesAddress: boolean;
  /** The text of an accepted attempt in the delivery log. */
  acceptedText(attempt: AttemptTexts): string;
  /** The provider's part of a receipt's text in the delivery log; null: the channel has no receipts. */
  receiptText: ((attempt: AttemptTexts) => string) | null;
};

const MAX_LENGTH = 500;
// oxlint-disable-next-line no-control-regex
const BLANK = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** A provider's text, cleaned for storage: one line, no control characters, at most 500 UTF-16 units. */
export function cleanProviderText(text: string): string {
  const line = text
    .slice(0, 4 * MAX_LENGTH)
    .replaceAll(BLANK, ' ')
    .trim();
  const short = line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
  return short.toWellFormed();
}
