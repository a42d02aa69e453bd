import { createHash } from 'node:crypto';

/** A stored event of an incident. `actor` and `data` are the stored JSON texts, which are hashed as they are. */
export interface ChainedEvent {
  seq: number;
  at: string;
  kind: string;
  actor: string | null;
  data: string;
}

/**
 * The hash of an event: SHA-256 over the hash of the event before it and the event itself, in hexadecimal. `previous` is
 * null for the first event. A changed, removed, added or moved event changes every hash after it; see docs/incidents.md.
 */
export function nextHash(previous: string | null, event: ChainedEvent): string {
  return chainHash(previous, {
    seq: event.seq,
    at: momentText(event.at),
    kind: event.kind,
    actor: event.actor,
    data: event.data,
  });
}

/** The databases store the same moment in different forms. A changed file may have any text there. */
function momentText(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : time.toISOString();
}

/** The next hash of any chain: SHA-256 over the previous hash, if there is one, and the value as canonical JSON. */
export function chainHash(previous: string | null, value: unknown): string {
  return createHash('sha256')
    .update(previous ?? '')
    .update(canonicalJson(value))
    .digest('hex');
}

/** JSON without spaces and with the names of each object in order, so that equal values have one text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isRecord(part) ? sorted(part) : part));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record).toSorted((a, b) => (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
