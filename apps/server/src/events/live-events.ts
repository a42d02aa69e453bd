import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import type { LiveEvent, LiveMessage } from '@callpoint/contract/live-events';
import { ConcurrencyLimit, type KeyLimit } from '../scheduling/concurrency-limit.ts';
import { every, type Periodic } from '../scheduling/every.ts';
import { runDetachedFromCall } from '../scheduling/press-priority.ts';
import { withoutKind } from '../scheduling/query-limit.ts';
import { EventStream, formatEvent, type Listener } from './event-stream.ts';
import { NO_RELAY, type EventsLog, type Relay, type Signal } from './signal.ts';

/** How often every stream is written to, because proxies close streams without data for a minute. */
const BEAT_MS = 20_000;
/**
 * How often the sessions of all streams are checked: one may expire without a call, or be revoked on another machine.
 */
const CHECK_SESSIONS_MS = 5000;

/**
 * A new stream receives the events of the last `ms` milliseconds, because a console reads its rows while its stream is
 * being opened. If there are more than `most` events, it receives a `refetch` instead.
 */
const RECENT = { ms: 10_000, most: 500 };

/** Open streams of one process. A browser needs one, however many tabs it has. */
const MAX_STREAMS = { session: 8, account: 40, network: 200, all: 4000 };
/** Streams that are reserved for administrators. */
const RESERVED_FOR_ADMINISTRATORS = 200;
/** The key that every stream counts under. */
const ALL = 'all';

/** Why a session is no longer valid, as its open consoles receive it. */
type SessionEnd = Omit<Extract<LiveMessage, { kind: 'ended' }>, 'kind'>;

/** Where a stream starts. */
type StreamStart = { again?: boolean; since?: string | undefined };

export type LiveEventsOptions = {
  /** The sessions among these that are no longer valid, each with the reason. */
  findInvalidSessions: (ids: readonly number[]) => Promise<ReadonlyMap<number, SessionEnd>>;
  log: EventsLog;
  /** For tests. */
  beatMs?: number;
};

/**
 * The open consoles of this process, and what they receive. Publishing only queues the event, which is written after
 * the current tick of the event loop. Publish after the commit only.
 */
export class LiveEvents {
  readonly #options: LiveEventsOptions;
  readonly #beatMs: number;
  readonly #streams = new Set<EventStream>();
  readonly #open = new ConcurrencyLimit();
  readonly #periodic: readonly Periodic[];
  #relay: Relay = NO_RELAY;
  /** Events of this process and of others, until the tick of the event loop has finished. */
  #waiting: { here: Signal[]; elsewhere: Signal[] } = { here: [], elsewhere: [] };
  /** `at`: when streams received it, in milliseconds of this process. */
  #recent: { at: number; event: LiveEvent }[] = [];
  /** Events may be missing in `#recent` until this time. */
  #completeAfter = performance.now();
  /** In positions: those of another process mean nothing here. */
  readonly #process = randomUUID();
  #checking: Promise<void> | null = null;
  #checkAgain = false;
  #isClosed = false;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
    this.#beatMs = options.beatMs ?? BEAT_MS;
    const common = {
      isBackground: true,
      onError: (error: unknown) => this.#logFault(error, 'open consoles could not be written to'),
    };
    this.#periodic = [
      every(this.#beatMs, () => this.#beat(), common),
      every(Math.min(this.#beatMs, CHECK_SESSIONS_MS), () => this.#checkSessions(), common),
    ];
  }

  #beat(): void {
    for (const stream of this.#streams) stream.write(formatEvent({ kind: 'beat' }));
  }

  #logFault(error: unknown, text: string): void {
    const { code } = error as { code?: unknown };
    this.#options.log.warn({ code }, text);
  }

  /** Joins the other processes; their signals are passed to `receive`. */
  join(relay: Relay): void {
    this.#relay = relay;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Publishes to all who may receive it, on every process. Call it after the commit; it never throws. */
  publish(...events: readonly LiveEvent[]): void {
    this.#publish(events.map((event) => ({ is: 'event', event })));
  }

  /** Call it when sessions may have been revoked. The streams of revoked sessions are closed, on every process. */
  sessionsRevoked(): void {
    this.#publish([{ is: 'sessions' }]);
  }

  #publish(signals: readonly Signal[]): void {
    this.#gather(this.#waiting.here, signals);
  }

  /** Passes signals of another process to the streams of this one. */
  receive(signals: readonly Signal[]): void {
    this.#gather(this.#waiting.elsewhere, signals);
  }

  #gather(waiting: Signal[], signals: readonly Signal[]): void {
    if (signals.length === 0) return;
    const { here, elsewhere } = this.#waiting;
    if (here.length + elsewhere.length === 0) setImmediate(() => this.#flush());
    waiting.push(...signals);
  }

  #flush(): void {
    const { here, elsewhere } = this.#waiting;
    this.#waiting = { here: [], elsewhere: [] };
    this.#deliver([...elsewhere, ...here]);
    if (here.length > 0) this.#relay.send(here);
  }

  #deliver(signals: readonly Signal[]): void {
    const at = performance.now();
    const messages = signals
      .filter((signal) => signal.is !== 'sessions')
      .map((signal) =>
        signal.is === 'refetch'
          ? { teamId: null, text: formatEvent({ kind: 'refetch' }) }
          : { teamId: signal.event.team_id, text: formatEvent(signal.event) },
      );
    for (const stream of this.#streams) {
      const received = messages.filter(({ teamId }) => teamId === null || stream.mayReceive(teamId));
      stream.write(received.map(({ text }) => text).join(''));
    }
    for (const signal of signals) if (signal.is === 'event') this.#recent.push({ at, event: signal.event });
    // Another process may have published events that did not arrive.
    if (signals.some(({ is }) => is === 'refetch')) this.#completeAfter = at;
    // Shortened only when it is much too long, not for each event.
    if (this.#recent.length > 2 * RECENT.most) this.#keepRecent(this.#recent.slice(-RECENT.most - 1));
    if (signals.some(({ is }) => is === 'sessions')) this.#checkSessions();
  }

  /** The newer of the recent events. */
  #keepRecent(recent: { at: number; event: LiveEvent }[]): void {
    const forgotten = this.#recent.at(-recent.length - 1);
    if (forgotten) this.#completeAfter = Math.max(this.#completeAfter, forgotten.at);
    this.#recent = recent;
  }

  /** Where a stream must start that continues what a caller reads after this. Opaque to callers. */
  position(): string {
    return `${this.#process}.${performance.now()}`;
  }

  /** The time of a position; null if it is not of this process. */
  #timeOf(position: string | undefined): number | null {
    if (!position?.startsWith(`${this.#process}.`)) return null;
    const at = Number(position.slice(this.#process.length + 1));
    return Number.isFinite(at) ? at : null;
  }

  /** @param since the time of the position from which the client continues; null if it is not known */
  #replayRecent(stream: EventStream, since: number | null): void {
    const oldest = performance.now() - RECENT.ms;
    this.#keepRecent(this.#recent.filter(({ at }) => at >= oldest));
    const missed = this.#recent.filter(
      ({ at, event }) => stream.mayReceive(event.team_id) && (since === null || at >= since),
    );
    const isIncomplete = since === null ? this.#recent.length > RECENT.most : since <= this.#completeAfter;
    if (isIncomplete) stream.write(formatEvent({ kind: 'refetch' }));
    else stream.write(missed.map(({ event }) => formatEvent({ ...event, before: true })).join(''));
  }

  /** Why no more stream can be opened; null if one can. `closing`: this process is stopping. */
  findRejection(listener: Listener): 'closing' | 'yours' | 'all' | null {
    if (this.#isClosed) return 'closing';
    const reached = this.#open.findReached(countedSubjectsOf(listener));
    if (reached === null) return null;
    return reached.key === ALL ? 'all' : 'yours';
  }

  /**
   * Opens a stream; it closes with its sink.
   * @param start.again the client reconnects and may have missed something
   * @param start.since the position from which it continues
   */
  open(listener: Listener, sink: Writable, { again = false, since }: StreamStart = {}): void {
    // The connection was closed before: its end would not be reported again.
    if (sink.closed) return;
    const continued = this.#timeOf(since);
    const stream = new EventStream(listener, sink);
    sink.on('error', () => sink.destroy());
    const release = this.#open.enter(countedSubjectsOf(listener));
    sink.once('close', () => {
      release();
      this.#streams.delete(stream);
    });
    this.#streams.add(stream);
    const hello = { kind: 'hello', ok: true, beat_ms: this.#beatMs } as const;
    const repeated = continued === null ? {} : { since };
    stream.write(`retry: 2000\nid: 1\n${formatEvent({ ...hello, ...repeated })}`);
    if (again) stream.write(formatEvent({ kind: 'refetch' }));
    else this.#replayRecent(stream, continued);
    if (this.#isClosed) stream.end();
    // The session may have been revoked since the guard checked it.
    else this.#checkSessions();
  }

  /** Checks run one at a time; requests during a check lead to one more check. */
  #checkSessions(): void {
    if (this.#checking) {
      this.#checkAgain = true;
      return;
    }
    if (this.#streams.size === 0) return;
    // The streams are those of all accounts: a check does not wait in the turn of the call that starts it.
    this.#checking = runDetachedFromCall(() => withoutKind(() => this.#endInvalidStreams()))
      .catch((error: unknown) => this.#logFault(error, 'the sessions of open consoles could not be read'))
      .finally(() => {
        this.#checking = null;
        if (!this.#checkAgain) return;
        this.#checkAgain = false;
        this.#checkSessions();
      });
  }

  async #endInvalidStreams(): Promise<void> {
    const ids = new Set([...this.#streams].map(({ listener }) => listener.sessionId));
    const invalid = await this.#options.findInvalidSessions([...ids]);
    for (const stream of this.#streams) {
      const why = invalid.get(stream.listener.sessionId);
      if (why !== undefined) stream.end({ kind: 'ended', ...why });
    }
  }

  /** Closes every stream and accepts no more: consoles find another process. */
  closeStreams(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.end();
  }

  /** Disconnects from the other processes. Call it when nothing more is published. */
  async close(): Promise<void> {
    this.closeStreams();
    await Promise.all(this.#periodic.map((one) => one.stop()));
    await this.#checking;
    await this.#relay.close();
  }
}

function countedSubjectsOf({ role, accountId, sessionId, network }: Listener): KeyLimit[] {
  const isAdmin = role === 'admin';
  return [
    { key: ALL, most: MAX_STREAMS.all - (isAdmin ? 0 : RESERVED_FOR_ADMINISTRATORS) },
    { key: `session ${role} ${sessionId}`, most: MAX_STREAMS.session },
    { key: `account ${role} ${accountId}`, most: MAX_STREAMS.account },
    { key: `network ${network}`, most: isAdmin ? Infinity : MAX_STREAMS.network },
  ];
}
