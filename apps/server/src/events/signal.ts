import type { LiveEvent } from '@callpoint/contract/live-events';

/** What processes tell each other. */
export type Signal =
  | { is: 'event'; event: LiveEvent }
  /** Sessions have ended: look at those of the open streams. */
  | { is: 'sessions' }
  /** Something was lost on the way: every console reads again what it shows. */
  | { is: 'refetch' };

/** Tells signals to the other processes. */
export type Relay = {
  /** Returns at once and never throws; what could not be told is made up for by a `refetch`. */
  send(signals: readonly Signal[]): void;
  close(): Promise<void>;
};

/** Where there is only one process. */
export const NO_RELAY: Relay = { send: () => {}, close: async () => {} };

/** What of the server's logger this folder uses. */
export type EventsLog = { warn(values: object, text: string): void };
