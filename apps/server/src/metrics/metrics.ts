import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { MESSAGE_STATES } from '@callpoint/contract/deliveries';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { ConnectionUsage } from '../db/connection.ts';
import type { ChannelAdapter, ChannelAdapters, SendOutcome } from '../delivery/channels/channel.ts';
import type { StateChange } from '../delivery/queue/reclaim.ts';
import type { FinishedCall } from '../http/logging/report-calls.ts';
import type { Figures } from './figures.ts';
import { figureGauges, processGauges } from './gauges.ts';
import { limitReading } from './limit-reading.ts';
import { PRIORITIES, priorityLabel } from './priority-label.ts';

/** Upper bounds in seconds. A press should take less than the first ones, a provider may take the last. */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Milliseconds that the figures may take. Prometheus waits for the metrics for 10 s, unless its configuration says otherwise. */
const MAX_READING = 2_000;
/** Gauges of the library that are named like counters. Others have the same values by type. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];
/** Calls that are presses and forms, by their path. */
const SUBMISSION_ROUTES: Readonly<Record<string, 'button' | 'form'>> = {
  '/mapi/v1/button_click': 'button',
  '/mapi/v1/form_submission': 'form',
};

const ITEMS = Object.values(SUBMISSION_ROUTES);
const RESULTS = ['accepted', 'rejected', 'overloaded', 'unavailable', 'failed'] as const;
type Result = (typeof RESULTS)[number];
/** Claims of messages are not reported. */
const REPORTED_STATES = MESSAGE_STATES.filter((state) => state !== 'sending');
/** How an attempt at a provider ends; `fault`: the adapter threw an error. */
const OUTCOMES = ['sent', 'temporary', 'permanent', 'skipped', 'fault'] as const satisfies (
  | SendOutcome['kind']
  | 'fault'
)[];

/** What the metrics read at each request. */
export type Sources = {
  /** Reads the figures of the database, at most once for each request. */
  readFigures: () => Promise<Figures>;
  /** Connections of this process to the database, without a query; null if they cannot run out. */
  connections: () => ConnectionUsage | null;
  /** Whether `/readyz` would return 200. */
  isReady: () => Promise<boolean>;
};

/** What one process measures of itself, and of the database when it is asked. No value names a person or a subscriber. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: Sources;
  readonly #calls: Histogram<'method' | 'route' | 'status'>;
  readonly #submissions: Counter<'item' | 'result'>;
  readonly #messages: Counter<'channel' | 'priority' | 'state'>;
  readonly #providers: Histogram<'channel' | 'outcome'>;
  readonly #figures: ReturnType<typeof figureGauges>;
  readonly #figureFaults: Counter;
  readonly #process: ReturnType<typeof processGauges>;

  constructor({ readFigures, ...sources }: Sources) {
    const registers = [this.#registry];
    this.#sources = { ...sources, readFigures: limitReading(readFigures, MAX_READING) };
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED) this.#registry.removeSingleMetric(name);
    this.#calls = new Histogram({
      name: 'callpoint_http_request_duration_seconds',
      help: 'Time from the start of a call to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    this.#submissions = new Counter({
      name: 'callpoint_submissions_total',
      help: 'Presses and forms by the response: accepted, rejected (4xx), overloaded (429 and 503), unavailable (503: the database does not respond or accepts no changes), or failed.',
      labelNames: ['item', 'result'],
      registers,
    });
    this.#messages = new Counter({
      name: 'callpoint_messages_total',
      help: 'Changes of the state of messages by the delivery of this process, by the new state. Later receipts of providers, resent and released messages do not count.',
      labelNames: ['channel', 'priority', 'state'],
      registers,
    });
    this.#providers = new Histogram({
      name: 'callpoint_provider_duration_seconds',
      help: 'Time of an attempt at the provider of a channel, by its outcome.',
      labelNames: ['channel', 'outcome'],
      buckets: BUCKETS,
      registers,
    });
    this.#figures = figureGauges(registers);
    this.#figureFaults = new Counter({
      name: 'callpoint_figure_faults_total',
      help: 'Times that the figures of the database could not be read within 2 s; their values are then missing.',
      registers,
    });
    this.#process = processGauges(registers);
    this.#startAtZero();
  }

  /** Prometheus sees no increase of a counter that does not exist before its first event. */
  #startAtZero(): void {
    for (const item of ITEMS) for (const result of RESULTS) this.#submissions.inc({ item, result }, 0);
    for (const channel of CHANNELS) {
      for (const priority of PRIORITIES)
        for (const state of REPORTED_STATES) this.#messages.inc({ channel, priority, state }, 0);
      for (const outcome of OUTCOMES) this.#providers.zero({ channel, outcome });
    }
  }

  /** Counts a call, and a press or form. */
  callFinished(call: FinishedCall): void {
    const { method, route, status, seconds } = call;
    const labels = { method, route: route ?? 'none', status: `${Math.floor(status / 100)}xx` };
    this.#calls.observe(labels, seconds);
    const item = SUBMISSION_ROUTES[route ?? ''];
    if (item && method === 'POST') this.#submissions.inc({ item, result: resultOf(call) });
  }

  /** Counts changes of messages. */
  messagesChanged(changed: readonly StateChange[]): void {
    for (const { message, state } of changed) {
      const { channel, priority } = message;
      this.#messages.inc({ channel, priority: priorityLabel(priority), state });
    }
  }

  /** The same adapters, whose attempts are measured. */
  measureAdapters(adapters: ChannelAdapters): ChannelAdapters {
    const measured = CHANNELS.map((channel) => [channel, this.#measure(channel, adapters[channel])]);
    return Object.fromEntries(measured) as ChannelAdapters;
  }

  #measure(channel: Channel, adapter: ChannelAdapter | null): ChannelAdapter | null {
    if (!adapter) return null;
    const send: ChannelAdapter['send'] = async (...parameters) => {
      const finish = this.#providers.startTimer({ channel });
      try {
        const outcome = await adapter.send(...parameters);
        finish({ outcome: outcome.kind });
        return outcome;
      } catch (error) {
        finish({ outcome: 'fault' });
        throw error;
      }
    };
    return Object.create(adapter, { send: { value: send } }) as ChannelAdapter;
  }

  /** All metrics as text for Prometheus. */
  async text(): Promise<{ type: string; text: string }> {
    // Before the queries: they need connections themselves, and do not end while none is free.
    this.#process.setConnections(this.#sources.connections());
    const [isReady] = await Promise.all([this.#sources.isReady(), this.#setFigures()]);
    this.#process.setReady(isReady);
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  async #setFigures(): Promise<void> {
    this.#figures.reset();
    try {
      this.#figures.set(await this.#sources.readFigures());
    } catch {
      // The metrics of the process matter most when the database does not respond.
      this.#figureFaults.inc();
    }
  }
}

function resultOf({ status, isDatabaseUnavailable }: FinishedCall): Result {
  if (isDatabaseUnavailable) return 'unavailable';
  if (status < 300) return 'accepted';
  if (status === 429 || status === 503) return 'overloaded';
  return status < 500 ? 'rejected' : 'failed';
}
