import { Gauge, type Registry } from 'prom-client';
import type { ConnectionUsage } from '../db/connection.ts';
import type { Figures } from './figures.ts';

/** Gauges of what all processes read from the same database. */
export function figureGauges(registers: Registry[]) {
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
    help: 'Held messages that were created within the last hour, by the reason. Counts the newest 5,000 of each priority and reason.',
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
  return {
    /** Without figures, there are no values instead of old ones. */
    reset() {
      for (const gauge of [pending, oldest, age, held, usedIds]) gauge.reset();
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
    },
  };
}

/** Gauges of this process, which need no response of the database. */
export function processGauges(registers: Registry[]) {
  const ready = new Gauge({
    name: 'callpoint_ready',
    help: '1 if /readyz returns 200; 0 if it returns 503: the database does not respond or stores no changes, or the process cannot claim messages.',
    registers,
  });
  const connections = new Gauge({
    name: 'callpoint_database_connections',
    help: 'Connections of this process to the database, and the calls and other work that wait for one.',
    labelNames: ['state'],
    registers,
  });
  return {
    setReady: (isReady: boolean) => ready.set(isReady ? 1 : 0),
    /** @param usage null: this database has no connections that can run out */
    setConnections(usage: ConnectionUsage | null) {
      for (const [state, count] of Object.entries(usage ?? {})) connections.set({ state }, count);
    },
  };
}
