import type { LiveEvent } from '@callpoint/contract/live-events';
import type { Signal } from './signal.ts';

/** What one process sends to the others in one notification of the database. `from`: the process. */
export type Notification = { from: string; signals: Signal[] };

/**
 * Reads the text of a notification. Any session of the database can send one, also a process of a newer version: signals of
 * unknown kinds are left out. Null if the text is no notification of a process.
 */
export function readNotification(text: string): Notification | null {
  const { from, signals } = parse(text);
  if (typeof from !== 'string' || !Array.isArray(signals)) return null;
  const known: Signal[] = [];
  for (const signal of signals) {
    const { is, event } = fieldsOf(signal);
    if (typeof is !== 'string') return null;
    if (is === 'sessions' || is === 'refetch') known.push({ is });
    if (is !== 'event') continue;
    if (!Number.isInteger(fieldsOf(event)['team_id'])) return null;
    known.push({ is, event: event as LiveEvent });
  }
  return { from, signals: known };
}

type Fields = Record<string, unknown>;

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
