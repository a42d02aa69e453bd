import type { LiveEvent } from '@callpoint/contract/live-events';

/** The signals between processes. */
export type Signal =
  | { is: 'event'; event: LiveEvent }
  /** Sessions may have been revoked: the sessions of open streams are checked. */
  | { is: 'sessions' }
  /** Signals were lost: every console refetches its data. */
  | { is: 'refetch' };

/** Sends signals to the other processes. */
export type Relay = {
  /** Returns immediately and never throws; a `refetch` replaces signals that could not be sent. */
  send(signals: readonly Signal[]): void;
  close(): Promise<void>;
};

/** For a single process. */
export const NO_RELAY: Relay = { send: () => {}, close: async () => {} };

/** The part of the server's logger that this folder uses. */
export type EventsLog = { warn(values: object, text: string): void };
