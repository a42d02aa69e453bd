import type { CallFault } from '@callpoint/contract/channels/voice/voice-faults';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { FaultKind } from '@callpoint/contract/faults';
import type { ChannelVariables } from '../../config/variables.ts';
import type { Row } from '../../db/rows.ts';
import type { ProviderHook } from './provider-hook.ts';
import type { PushSending } from './push/push-request.ts';

/** The text of a message. Stored once for all messages that share it. */
export type MessageText = Pick<Row<'message_text'>, 'subject' | 'body' | 'html'>;

/** A message for an adapter. `message_key` is the same for every attempt, `fence` is different. */
export type OutgoingMessage = Pick<Row<'delivery'>, 'id' | 'fence' | 'address' | 'message_key' | 'priority'> &
  MessageText;

/** The original texts of a fault, without our own sentence about it. */
export type FaultTexts = {
  /** The provider's own text. */
  providerText?: string | undefined;
  /** Where the provider did not reply: the error of our library or of the connection. */
  errorText?: string | undefined;
};

/**
 * The outcome of one attempt. `temporary`: worth another attempt. `permanent`: the same message would be rejected
 * again, until something changes and a person resends it. `skipped`: it must no longer be sent, not even by a person.
 * `fault`: why, as a code.
 */
export type SendOutcome =
  | {
      kind: 'sent';
      providerText: string;
      /** The provider's id of the message. */
      providerId?: string;
    }
  | ({
      kind: 'temporary' | 'permanent' | 'skipped';
      fault: FaultKind;
      /** Minimum wait that the provider requests, in milliseconds. */
      retryAfter?: number;
      /** The provider was not reached: every message would fail, until one succeeds. */
      unreached?: boolean;
      /** The attempt broke its connection, which other messages use too. */
      brokeConnection?: boolean;
      /** Our from-number to which the recipient has replied STOP, according to the provider. */
      optOutFrom?: string;
    } & FaultTexts);

/**
 * Whether this worker still owns a message. `signal` aborts the attempt. `isOwned` is the fence check immediately before
 * sending, because a suspended process resumes before `signal` can abort anything.
 */
export type Ownership = { signal: AbortSignal; isOwned: () => boolean };

/** Sends messages over one channel. */
export type ChannelAdapter = {
  /** Maximum messages in flight at the same time. */
  concurrency: number;
  /** Additional messages in flight on separate connections, for messages that may break their connection. */
  isolatedConcurrency?: number;
  /**
   * Sends one message. Once the worker no longer owns it, the adapter must not send it if that can still be prevented;
   * the outcome is ignored.
   */
  send(message: OutgoingMessage, ownership: Ownership, isIsolated?: boolean): Promise<SendOutcome>;
  /** Closes connections; called after the worker has stopped. */
  close?(): void;
};

/** null: the channel is not configured. */
export type ChannelAdapters = Readonly<Record<Channel, ChannelAdapter | null>>;

/** Which channels can send; the messages of the others are held. */
export type ConfiguredChannels = Readonly<Record<Channel, boolean>>;

/** What an adapter gets from the server, in addition to the channel's settings. */
export type AdapterOptions = {
  /** The public URL of this server; null where it is not configured. */
  publicUrl: string | null;
  /** Whether a number (E.164) has replied STOP to our from-number. */
  hasOptedOut: (from: string, number: string) => Promise<boolean>;
  /** Why the call of a message must not be made now; null if it may. */
  reasonNotToCall: (deliveryId: number) => Promise<CallFault | null>;
  /** What sends push messages; null where the keys are not available. */
  push: PushSending | null;
};

/** When failed attempts are retried. Milliseconds. */
export type RetrySchedule = {
  /** Waits after the first, second, ... attempt that failed for a temporary reason. */
  waits: readonly number[];
  /** The wait after each later attempt. */
  thenEvery: number;
  /**
   * No attempt is scheduled later than this after the message was created. An attempt that fell due while no server was
   * running still starts once, so every accepted message gets an attempt.
   */
  giveUpAfter: number;
};

/** The stored parts of an attempt that texts about it use. */
export type AttemptTexts = { provider_id: string | null; provider_text: string | null };

/** What the examination of a channel's provider found. `fix`: what the operator should do; null if everything is right. */
export type ChannelFinding = {
  level: 'ok' | 'warning' | 'problem';
  text: string;
  fix: string | null;
  /** The provider's clock when it responded, in whole seconds. */
  providerTime?: Date;
};

/** The server's part of a channel: how messages are sent over it. `Settings`: its settings from the environment. */
export type ChannelDriver<Settings> = {
  /** The environment variables with its settings. */
  variables: ChannelVariables<Settings>;
  /** Null if something else than its settings is missing. */
  open(settings: Settings, options: AdapterOptions): ChannelAdapter | null;
  /** The line of the start-up log: how messages are sent, or what to configure. */
  summary(settings: Settings | null, publicUrl: string | null): string;
  /**
   * Examines whether the provider accepts the settings, for `npm run doctor`; never rejects. Omitted: there is nothing to
   * examine.
   * @param testAddress where a real test message may be sent; null: nowhere. Only the channel of accounts sends one
   */
  examine?(settings: Settings, testAddress: string | null): Promise<ChannelFinding[]>;
  /** The webhooks of its provider: receipts and replies. Omitted: the provider makes no calls. */
  hooks?(settings: Settings): ProviderHook[];
  /** Our from-number, whose list of STOP replies the channel's messages obey; omitted: people cannot reply to it. */
  optOutNumber?(settings: Settings): string;
  /** Messages of one lane may be slow together; null: the channel has a single lane. */
  laneOf: ((address: string) => string) | null;
  retry: RetrySchedule;
  /** True where a provider that accepts a message has checked its address. */
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
