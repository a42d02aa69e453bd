import type { LiveMessage } from '@callpoint/contract/live-events';

/**
 * One connection for all tabs of a browser: a browser has few connections to a server, and each of these never ends.
 * The tab that has the lead keeps it and passes on what it hears; another one takes over when it goes, or is silent.
 */

/** What tabs say to each other. */
export type Word = { message: LiveMessage } | { up: boolean } | { ask: true };

export type Channel = { say: (word: Word) => void; close: () => void };

/** The lead, until it is given back or taken away. */
export type Lead = { release: () => void; lost: Promise<void> };

export type TabsSurroundings = {
  /** Null where tabs cannot hear each other: each is then by itself. */
  channel: ((onWord: (word: Word) => void) => Channel) | null;
  /** Resolves when this tab has the lead; `steal` takes it from a tab that is asleep. Rejects when aborted. */
  lead: (options: { steal: boolean; signal: AbortSignal }) => Promise<Lead>;
  /** Begins a connection, and says what it hears and whether it is up. */
  connect: (told: { message: (message: LiveMessage) => void; up: (up: boolean) => void }) => {
    close: () => void;
  };
  later: (work: () => void, ms: number) => () => void;
  isVisible: () => boolean;
  onMessage: (message: LiveMessage) => void;
  onUp: (up: boolean) => void;
  onLead: (leading: boolean) => void;
};

/** A leading tab passes on a beat every 20 s; one that says nothing for so long, in milliseconds, sleeps. */
const SILENT_MS = 70_000;

/** Listens until it is closed, with the other tabs. */
export function joinTabs(around: TabsSurroundings): { close: () => void } {
  const closing = new AbortController();
  let up: boolean | null = null;
  let leading = false;
  let stopWatching: (() => void) | null = null;

  const channel = around.channel?.((word) => {
    if (leading) {
      if ('ask' in word && up !== null) channel?.say({ up });
      return;
    }
    watch();
    if ('message' in word) around.onMessage(word.message);
    else if ('up' in word) around.onUp(word.up);
  });

  function watch(): void {
    stopWatching?.();
    stopWatching = around.later(() => {
      if (!leading && around.isVisible()) void lead(true);
      else if (!leading) watch();
    }, SILENT_MS);
  }

  async function lead(steal: boolean): Promise<void> {
    let mine: Lead;
    try {
      mine = await around.lead({ steal, signal: closing.signal });
    } catch {
      return;
    }
    if (closing.signal.aborted || leading) return mine.release();
    leading = true;
    stopWatching?.();
    around.onLead(true);
    const connection = around.connect({
      message(message) {
        around.onMessage(message);
        channel?.say({ message });
      },
      up(now) {
        up = now;
        around.onUp(now);
        channel?.say({ up: now });
      },
    });
    const stop = Promise.withResolvers<void>();
    closing.signal.addEventListener('abort', () => stop.resolve());
    await Promise.race([mine.lost, stop.promise]);
    connection.close();
    mine.release();
    leading = false;
    up = null;
    if (closing.signal.aborted) return;
    around.onLead(false);
    watch();
    void lead(false);
  }

  if (channel) {
    channel.say({ ask: true });
    watch();
  }
  void lead(false);
  return {
    close(): void {
      closing.abort();
      stopWatching?.();
      channel?.close();
    },
  };
}
