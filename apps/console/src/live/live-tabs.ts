import type { LiveMessage } from '@callpoint/contract/live-events';

/**
 * One connection for all tabs of a browser: a browser has few connections to a server, and each of these stays open.
 * The leading tab owns it and passes on its messages; another tab becomes the leader when it closes or is silent.
 */

/** The messages between tabs. */
export type TabMessage =
  | { message: LiveMessage }
  /** `recent`: to a tab that asked, the leader's latest messages. */
  | { up: boolean; recent?: readonly LiveMessage[] }
  | { ask: true };

export type TabChannel = { send: (tabMessage: TabMessage) => void; close: () => void };

/** The lead, until it is released or taken by another tab. */
export type Leadership = { release: () => void; lost: Promise<void> };

export type TabsEnvironment = {
  /** Null if tabs cannot communicate: then each is its own leader. */
  channel: ((onTabMessage: (tabMessage: TabMessage) => void) => TabChannel) | null;
  /** Resolves when this tab has the lead; `steal` takes it from a sleeping tab. Rejects when aborted. */
  lead: (options: { steal: boolean; signal: AbortSignal }) => Promise<Leadership>;
  /** Opens a connection, and reports its messages and whether it is up. */
  connect: (handlers: { message: (message: LiveMessage) => void; up: (up: boolean) => void }) => {
    close: () => void;
  };
  later: (work: () => void, ms: number) => () => void;
  isVisible: () => boolean;
  onMessage: (message: LiveMessage) => void;
  onUp: (up: boolean) => void;
  onLead: (leading: boolean) => void;
};

/** A leading tab passes on a beat every 20 s; one that is silent for this long, in milliseconds, is asleep. */
const SILENT_MS = 70_000;
/**
 * A new tab receives the messages of this many milliseconds before it joined: it read the data of its first view before.
 */
const RECENT_MS = 10_000;

/** Receives messages until it is closed, together with the other tabs. */
export function joinTabs(environment: TabsEnvironment): { close: () => void } {
  const closing = new AbortController();
  let up: boolean | null = null;
  let leading = false;
  let cancelCheck: (() => void) | null = null;
  /** The leader's messages with their times. */
  let recent: { at: number; message: LiveMessage }[] = [];
  /** The messages that this tab received before the leader's answer; null after it. */
  let heard: Set<string> | null = new Set();

  function receive(message: LiveMessage): void {
    heard?.add(JSON.stringify(message));
    environment.onMessage(message);
  }

  /** The first answer of a leader. */
  function catchUp(missed: readonly LiveMessage[]): void {
    const known = heard;
    heard = null;
    for (const message of missed) {
      if (known && !known.has(JSON.stringify(message))) environment.onMessage(message);
    }
  }

  const channel = environment.channel?.((tabMessage) => {
    if (leading) {
      if ('ask' in tabMessage && up !== null) {
        const now = performance.now();
        const fresh = recent.filter(({ at }) => now - at < RECENT_MS);
        channel?.send({ up, recent: fresh.map(({ message }) => message) });
      }
      return;
    }
    watch();
    if ('message' in tabMessage) receive(tabMessage.message);
    else if ('up' in tabMessage) {
      environment.onUp(tabMessage.up);
      if (tabMessage.recent) catchUp(tabMessage.recent);
    }
  });

  function watch(): void {
    cancelCheck?.();
    cancelCheck = environment.later(() => {
      if (!leading && environment.isVisible()) void lead(true);
      else if (!leading) watch();
    }, SILENT_MS);
  }

  async function lead(steal: boolean): Promise<void> {
    let mine: Leadership;
    try {
      mine = await environment.lead({ steal, signal: closing.signal });
    } catch {
      return;
    }
    if (closing.signal.aborted || leading) return mine.release();
    leading = true;
    heard = null;
    cancelCheck?.();
    environment.onLead(true);
    const connection = environment.connect({
      message(message) {
        const now = performance.now();
        recent = recent.filter(({ at }) => now - at < RECENT_MS);
        // The end of a session is not the end of a later one.
        if (message.kind !== 'beat' && message.kind !== 'ended') recent.push({ at: now, message });
        environment.onMessage(message);
        channel?.send({ message });
      },
      up(now) {
        up = now;
        environment.onUp(now);
        channel?.send({ up: now });
      },
    });
    const stop = Promise.withResolvers<void>();
    closing.signal.addEventListener('abort', () => stop.resolve());
    await Promise.race([mine.lost, stop.promise]);
    connection.close();
    mine.release();
    leading = false;
    up = null;
    recent = [];
    if (closing.signal.aborted) return;
    environment.onLead(false);
    watch();
    void lead(false);
  }

  if (channel) {
    channel.send({ ask: true });
    watch();
  }
  void lead(false);
  return {
    close(): void {
      closing.abort();
      cancelCheck?.();
      channel?.close();
    },
  };
}
