import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { MESSAGE_STATES } from '@callpoint/contract/deliveries';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ChannelAdapter, ChannelAdapters, SendOutcome } from '../delivery/channels/channel.ts';
import type { StateChange } from '../delivery/queue/reclaim.ts';
import type { FinishedCall } from '../http/logging/report-calls.ts';
import type { Figures } from './figures.ts';
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
const RESULTS = ['accepted', 'rejected', 'overloaded', 'failed'] as const;
type Result = (typeof RESULTS)[number];
/** Claims of messages are not reported. */
const REPORTED_STATES = MESSAGE_STATES.filter((state) => state !== 'sending');
/** How an attempt at a provider ends; `fault`: the adapter threw an error. */
const OUTCOMES = ['sent', 'temporary', 'permanent', 'skipped', 'fault'] as const satisfies (
  | SendOutcome['kind']
  | 'fault'
)[];

/** What one process measures of itself, and of the database when it is asked. No value names a person or a subscriber. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #readFigures: () => Promise<Figures>;
  readonly #calls: Histogram<'method' | 'route' | 'status'>;
  readonly #submissions: Counter<'item' | 'result'>;
  readonly #messages: Counter<'channel' | 'priority' | 'state'>;
  readonly #providers: Histogram<'channel' | 'outcome'>;
  readonly #figures: ReturnType<typeof figureGauges>;
  readonly #figureFaults: Counter;

  /** @param readFigures reads the figures of the database, at most once for each request of the metrics */
  constructor(readFigures: () => Promise<Figures>) {
    const registers = [this.#registry];
    this.#readFigures = limitReading(readFigures, MAX_READING);
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
      help: 'Presses and forms by the response: accepted, rejected (4xx), overloaded (429 and 503), or failed.',
      labelNames: ['item', 'result'],
      registers,
    });
    this.#messages = new Counter({
      name: 'callpoint_messages_total',
      help: 'Changes of the state of messages, by the new state.',
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
  callFinished({ method, route, status, seconds }: FinishedCall): void {
    const labels = { method, route: route ?? 'none', status: `${Math.floor(status / 100)}xx` };
    this.#calls.observe(labels, seconds);
    const item = SUBMISSION_ROUTES[route ?? ''];
    if (item && method === 'POST') this.#submissions.inc({ item, result: resultOf(status) });
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
    this.#figures.reset();
    try {
      this.#figures.set(await this.#readFigures());
    } catch {
      // The metrics of the process matter most when the database does not respond.
      this.#figureFaults.inc();
    }
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}

function resultOf(status: number): Result {
  if (status < 300) return 'accepted';
  if (status === 429 || status === 503) return 'overloaded';
  return status < 500 ? 'rejected' : 'failed';
}

function figureGauges(registers: Registry[]) {
  const lane = ['channel', 'priority'] as const;
  const pending = new Gauge({
    name: 'callpoint_messages_pending',
    help: 'Messages that wait to be sent, also for another attempt. Counted up to 100,000.',
    labelNames: lane,
    registers,
  });
  const oldest = new Gauge({
    name: 'callpoint_messages_oldest_due_seconds',
    help: 'How long the message that is due first has been due and not claimed; 0 if none is due.',
    labelNames: lane,
    registers,
  });
  const age = new Gauge({
    name: 'callpoint_messages_oldest_seconds',
    help: 'How long the oldest pending or sending message has waited, attempts included; 0 if there is none.',
    labelNames: lane,
    registers,
  });
  const held = new Gauge({
    name: 'callpoint_messages_held',
    help: 'Held messages that were created within the last hour, by the reason. Counts the newest 5,000, emergencies apart.',
    labelNames: [...lane, 'reason'],
    registers,
  });
  const single = (name: string, help: string) => new Gauge({ name, help, registers });
  const open = single('callpoint_incidents_open', 'Incidents that are not closed. Counted up to 100,000.');
  const late = single('callpoint_escalations_late', 'Steps of incidents that are due for more than 5 s.');
  const lateness = single('callpoint_escalation_latest_seconds', 'How long the most overdue step is due.');
  const usedIds = new Gauge({
    name: 'callpoint_database_ids_used_ratio',
    help: 'The last id of a table as a part of the largest possible one; at 1, no row can be stored.',
    labelNames: ['table'],
    registers,
  });
  const connections = new Gauge({
    name: 'callpoint_database_connections',
    help: 'Connections of this process to the database, and the calls that wait for one.',
    labelNames: ['state'],
    registers,
  });
  return {
    /** Without figures, there are no values instead of old ones. */
    reset() {
      for (const gauge of [pending, oldest, age, held, usedIds, connections]) gauge.reset();
      for (const gauge of [open, late, lateness]) gauge.set(Number.NaN);
    },
    set(figures: Figures) {
      for (const { channel, priority, messages, oldestDueSeconds, oldestSeconds } of figures.pending) {
        pending.set({ channel, priority }, messages);
        oldest.set({ channel, priority }, oldestDueSeconds);
        age.set({ channel, priority }, oldestSeconds);
      }
      for (const { messages, ...labels } of figures.held) held.set(labels, messages);
      open.set(figures.openIncidents);
      late.set(figures.lateSteps);
      lateness.set(figures.latestStepSeconds);
      for (const { table, ratio } of figures.usedIds) usedIds.set({ table }, ratio);
      for (const [state, count] of Object.entries(figures.connections ?? {}))
        connections.set({ state }, count);
    },
  };
}
