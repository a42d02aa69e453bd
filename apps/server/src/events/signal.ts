import type { LiveEvent } from '@callpoint/contract/live-events';

/** What processes send each other. */
export type Signal =
  | { is: 'event'; event: LiveEvent }
  /** Sessions may have been revoked: check those of the open streams. */
  | { is: 'sessions' }
  /** Something was lost: every console refetches what it shows. */
  | { is: 'refetch' };

/** Sends signals to the other processes. */
export type Relay = {
  /** Returns immediately and never throws; a `refetch` replaces what could not be sent. */
  send(signals: readonly Signal[]): void;
  close(): Promise<void>;
};

/** For a single process. */
export const NO_RELAY: Relay = { send: () => {}, close: async () => {} };

/** The part of the server's logger that this folder uses. */
export type EventsLog = { warn(values: object, text: string): void };
