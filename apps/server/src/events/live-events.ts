import type { Writable } from 'node:stream';
import type { LiveEvent } from '@callpoint/contract/live-events';
import { ConcurrencyLimit, type Limit } from '../scheduling/concurrency-limit.ts';
import { every, type Periodic } from '../scheduling/every.ts';
import { EventStream, wire, type Listener } from './event-stream.ts';
import { NO_RELAY, type EventsLog, type Relay, type Signal } from './signal.ts';

/** How often every stream is written to. Proxies close what is silent for a minute. */
const BEAT_MS = 20_000;
/** How often the sessions of all streams are checked: one may end without a call, or on another machine. */
const CHECK_SESSIONS_MS = 5000;

/**
 * What was told within so many milliseconds is told again to a stream that begins: a console reads its rows while its
 * stream is on its way. More events than the most, and it is told to read again instead.
 */
const RECENT = { ms: 10_000, most: 500 };

/** Open streams of one process. A browser needs one, however many tabs it has. */
const MOST_STREAMS = { session: 8, account: 40, network: 200, all: 4000 };
/** Streams of all that only administrators may open. */
const RESERVED_FOR_ADMINISTRATORS = 200;
/** The key that every stream counts under. */
const ALL = 'all';

export type LiveEventsOptions = {
  /** Of these sessions, why those that have ended have. */
  endedSessions: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  log: EventsLog;
  /** For tests. */
  beatMs?: number;
};

/**
 * The open consoles of this process, and what they are told. Publishing costs the publisher nothing: it puts the
 * event aside, and the writing begins after the current turn of the event loop. Publish after the commit only.
 */
export class LiveEvents {
  readonly #options: LiveEventsOptions;
  readonly #beatMs: number;
  readonly #streams = new Set<EventStream>();
  readonly #open = new ConcurrencyLimit();
  readonly #periodic: readonly Periodic[];
  #relay: Relay = NO_RELAY;
  /** From here and from other processes, until the turn of the event loop has ended. */
  #waiting: { here: Signal[]; elsewhere: Signal[] } = { here: [], elsewhere: [] };
  #recent: { at: number; event: LiveEvent }[] = [];
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #closed = false;

  constructor(options: LiveEventsOptions) {
    this.#options = options;
    this.#beatMs = options.beatMs ?? BEAT_MS;
    const common = {
      isBackground: true,
      onError: (error: unknown) => this.#logFault(error, 'open consoles could not be written to'),
    };
    this.#periodic = [
      every(this.#beatMs, () => this.#beat(), common),
      every(Math.min(this.#beatMs, CHECK_SESSIONS_MS), () => this.#lookAtSessions(), common),
    ];
  }

  #beat(): void {
    for (const stream of this.#streams) stream.write(wire({ kind: 'beat' }));
  }

  #logFault(error: unknown, text: string): void {
    const { code } = error as { code?: unknown };
    this.#options.log.warn({ code }, text);
  }

  /** Joins the other processes; what they tell comes to `receive`. */
  join(relay: Relay): void {
    this.#relay = relay;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Tells all who may hear of it, on every process. Call it after the commit; it never throws. */
  publish(...events: readonly LiveEvent[]): void {
    this.#tell(events.map((event) => ({ is: 'event', event })));
  }

  /** Sessions have ended: the streams of those that have are ended, on every process. */
  sessionsEnded(): void {
    this.#tell([{ is: 'sessions' }]);
  }

  #tell(signals: readonly Signal[]): void {
    this.#gather(this.#waiting.here, signals);
  }

  /** What another process has told, for the streams of this one. */
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
    const told = signals
      .filter((signal) => signal.is !== 'sessions')
      .map((signal) =>
        signal.is === 'refetch'
          ? { teamId: null, text: wire({ kind: 'refetch' }) }
          : { teamId: signal.event.team_id, text: wire(signal.event) },
      );
    for (const stream of this.#streams) {
      const heard = told.filter(({ teamId }) => teamId === null || stream.mayHear(teamId));
      stream.write(heard.map(({ text }) => text).join(''));
    }
    for (const signal of signals) if (signal.is === 'event') this.#recent.push({ at, event: signal.event });
    // Cut now and then, not for each event.
    if (this.#recent.length > 2 * RECENT.most) this.#recent = this.#recent.slice(-RECENT.most - 1);
    if (signals.some(({ is }) => is === 'sessions')) this.#lookAtSessions();
  }

  #tellRecent(stream: EventStream): void {
    const since = performance.now() - RECENT.ms;
    this.#recent = this.#recent.filter(({ at }) => at >= since);
    const missed = this.#recent.filter(({ event }) => stream.mayHear(event.team_id));
    if (this.#recent.length > RECENT.most) stream.write(wire({ kind: 'refetch' }));
    else stream.write(missed.map(({ event }) => wire({ ...event, before: true })).join(''));
  }

  /** Why one more stream is too many; null if it is not. `closing`: this process is stopping. */
  findRejection(listener: Listener): 'closing' | 'yours' | 'all' | null {
    if (this.#closed) return 'closing';
    const reached = this.#open.findReached(limitsOf(listener));
    if (reached === null) return null;
    return reached.key === ALL ? 'all' : 'yours';
  }

  /** Begins a stream; it ends with its sink. `again`: the client was here before and may have missed something. */
  open(listener: Listener, sink: Writable, again: boolean): void {
    const stream = new EventStream(listener, sink);
    sink.on('error', () => sink.destroy());
    const leave = this.#open.enter(limitsOf(listener));
    sink.once('close', () => {
      leave();
      this.#streams.delete(stream);
    });
    this.#streams.add(stream);
    stream.write(`retry: 2000\nid: 1\n${wire({ kind: 'hello', ok: true, beat_ms: this.#beatMs })}`);
    if (again) stream.write(wire({ kind: 'refetch' }));
    else this.#tellRecent(stream);
    if (this.#closed) stream.end();
    // The session may have ended between the guard and here.
    else this.#lookAtSessions();
  }

  /** One look at a time; what is asked for meanwhile is one more. */
  #lookAtSessions(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    if (this.#streams.size === 0) return;
    this.#looking = this.#endWithSessions()
      .catch((error: unknown) => this.#logFault(error, 'the sessions of open consoles could not be read'))
      .finally(() => {
        this.#looking = null;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.#lookAtSessions();
      });
  }

  async #endWithSessions(): Promise<void> {
    const ids = new Set([...this.#streams].map(({ listener }) => listener.sessionId));
    const ended = await this.#options.endedSessions([...ids]);
    for (const stream of this.#streams) {
      const msg = ended.get(stream.listener.sessionId);
      if (msg !== undefined) stream.end({ kind: 'ended', msg });
    }
  }

  /** Ends every stream and takes no more: consoles find another process. */
  endStreams(): void {
    this.#closed = true;
    for (const stream of this.#streams) stream.end();
  }

  /** Leaves the other processes, when nothing more is published. */
  async close(): Promise<void> {
    this.endStreams();
    await Promise.all(this.#periodic.map((one) => one.stop()));
    await this.#looking;
    await this.#relay.close();
  }
}

function limitsOf({ role, accountId, sessionId, network }: Listener): Limit[] {
  const isAdmin = role === 'admin';
  return [
    { key: ALL, most: MOST_STREAMS.all - (isAdmin ? 0 : RESERVED_FOR_ADMINISTRATORS) },
    { key: `session ${role} ${sessionId}`, most: MOST_STREAMS.session },
    { key: `account ${role} ${accountId}`, most: MOST_STREAMS.account },
    { key: `network ${network}`, most: isAdmin ? Infinity : MOST_STREAMS.network },
  ];
}
