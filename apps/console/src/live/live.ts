import type { LiveMessage } from '@callpoint/contract/live-events';
import { useEffect, useRef } from 'react';
import type { StreamPath } from '../net/api-types.ts';
import { connection } from '../net/connection.ts';
import { earlyRead } from '../net/early-read.ts';
import { readPositions } from '../net/read-positions.ts';
import { queryString } from '../net/request.ts';
import { session } from '../session/session.ts';
import type { Session } from '../session/session-store.ts';
import { createEmitter } from '../store/emitter.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import { createLiveConnection } from './live-connection.ts';
import { joinTabs, type TabChannel, type Leadership, type TabMessage } from './live-tabs.ts';
import { createStreamOpener } from './open-stream.ts';

/** The server's live messages to this browser, in each of its tabs. */

const messages = createEmitter<LiveMessage>();
const leading = createStore(false);

/** How long the server remembers messages from before a stream started, in milliseconds; a little less. */
const CAUGHT_UP_MS = 8_000;
/** The tab in which someone signs out learns it from its own call; the stream must not be quicker. */
const ENDED_AFTER_MS = 1_500;

/** Starts to receive messages for a session; returns a function that stops it. */
export function startLive({ role, user, token }: Session): () => void {
  const name = `callpoint live ${role} ${user.id}`;
  const path: StreamPath<'text/event-stream'> = role === 'admin' ? '/api/v1/events' : '/tapi/v1/events';
  // The rows of the first screen may be older than the screen.
  const startedAt = Math.min(performance.now(), earlyRead.sentAt());
  let opened = 0;

  const tabs = joinTabs({
    channel: 'locks' in navigator ? (onTabMessage) => channelOf(name, onTabMessage) : null,
    lead: (options) => takeLead(name, options),
    connect(handlers) {
      const stream = createLiveConnection({
        open: createStreamOpener((...request) => window.fetch(...request), {
          path: async () => path + queryString({ since: opened === 0 ? await findStart() : null }),
          token,
        }),
        later,
        random: Math.random,
        onOpen(isComplete) {
          connection.reached(true);
          handlers.up(true);
          opened += 1;
          const refetch = () => handlers.message({ kind: 'refetch' });
          readPositions.opened(refetch);
          if (opened > 1 || (!isComplete && performance.now() - startedAt > CAUGHT_UP_MS)) refetch();
        },
        onMessage: handlers.message,
        onLost(end, failures) {
          // One lost connection is not reported: a proxy or a restart causes that.
          if (failures < 2) return;
          if (end.status === 0) connection.reached(false);
          handlers.up(false);
        },
        onRejected: ({ msg, code }) =>
          handlers.message({ kind: 'ended', msg: msg ?? '', ...(code !== null && { code }) }),
      });
      const cancelCheck = connection.subscribe(() => {
        if (connection.current() === 'online' || connection.current() === 'reconnecting') stream.retryNow();
      });
      return {
        close() {
          cancelCheck();
          stream.close();
        },
      };
    },
    later,
    isVisible: () => document.visibilityState === 'visible',
    onMessage(message) {
      if (message.kind === 'ended') later(() => endSession(token, message), ENDED_AFTER_MS);
      messages.emit(message);
    },
    onUp: connection.live,
    onLead: leading.set,
  });
  return () => {
    tabs.close();
    leading.set(false);
    connection.live(true);
  };
}

/** The position of the first reads, as soon as they are loaded. */
async function findStart(): Promise<string | null> {
  await earlyRead.settled(CAUGHT_UP_MS);
  return readPositions.earliest();
}

function endSession(token: string, { msg, code }: Extract<LiveMessage, { kind: 'ended' }>): void {
  if (session.current()?.token !== token) return;
  session.end({ because: 'expired', msg: msg || null, code: code ?? null });
}

function later(work: () => void, ms: number): () => void {
  const timer = window.setTimeout(work, ms);
  return () => window.clearTimeout(timer);
}

function channelOf(name: string, onTabMessage: (tabMessage: TabMessage) => void): TabChannel {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => onTabMessage(data as TabMessage));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no other origin
  return { send: (tabMessage) => channel.postMessage(tabMessage), close: () => channel.close() };
}

/** Browsers have locks only on HTTPS pages or on localhost; otherwise each tab is its own leader. */
function takeLead(
  name: string,
  { steal, signal }: { steal: boolean; signal: AbortSignal },
): Promise<Leadership> {
  if (!('locks' in navigator)) return Promise.resolve({ release: () => {}, lost: new Promise(() => {}) });
  return new Promise((resolve, reject) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    const work = (): Promise<void> => {
      resolve({ release, lost });
      return held;
    };
    navigator.locks.request(name, steal ? { steal } : { signal }, work).then(lose, (error: unknown) => {
      lose();
      reject(error instanceof Error ? error : new Error(String(error)));
    });
  });
}

/** Calls `listener` with each message, from any tab's connection. */
export function useLiveMessages(listener: (message: LiveMessage) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => messages.subscribe((message) => latest.current(message)), []);
}

/** True in the one tab of this browser that performs actions once, such as sounding an alarm. */
export function useLeading(): boolean {
  return useStore(leading);
}
