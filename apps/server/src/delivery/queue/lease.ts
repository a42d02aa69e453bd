import { sql } from 'kysely';
import { dialectOf } from '../../db/dialect.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** How long a claim holds without being renewed. A crashed worker's messages are taken over within 30 s. */
export const LEASE_MS = 20_000;
/** A lease is renewed when this much of it is gone: three more chances before it ends. */
export const RENEW_AFTER_MS = 5_000;

/** Which claim of which message. */
export type Hold = { id: number; fence: number };

const extend = prepared<{ holds: string; until: string }, { id: number }>(
  (db, param) => sql<{ id: number }>`
    update delivery set lease_until = ${param('until')}
    from ${dialectOf(db).jsonRows(param('holds'), 'held', { id: 'integer', fence: 'integer' })}
    where delivery.id = held.id and delivery.fence = held.fence and delivery.state = 'sending'
    returning delivery.id`,
);

/** Sets the end of the leases of what is still ours, and returns the ids of those messages. */
export async function setLease(db: Db, holds: readonly Hold[], until: Date): Promise<Set<number>> {
  const rows = holds.map(({ id, fence }) => ({ id, fence })).toSorted((a, b) => a.id - b.id);
  const kept = await extend(db, { holds: JSON.stringify(rows), until: until.toISOString() });
  return new Set(kept.map(({ id }) => id));
}

const release = prepared<{ holds: string }, never>(
  (db, param) => sql<never>`
    update delivery set state = 'pending', lease_until = null
    from ${dialectOf(db).jsonRows(param('holds'), 'held', { id: 'integer', fence: 'integer' })}
    where delivery.id = held.id and delivery.fence = held.fence and delivery.state = 'sending'`,
);

/** Undoes claims of what has not left and is still ours: no attempt was made. */
export async function releaseClaims(db: Db, holds: readonly Hold[]): Promise<void> {
  const rows = holds.map(({ id, fence }) => ({ id, fence })).toSorted((a, b) => a.id - b.id);
  await release(db, { holds: JSON.stringify(rows) });
}

const endAll = prepared<{ now: string }, never>(
  (_db, param) => sql<never>`
    update delivery set lease_until = ${param('now')}
    where state = 'sending' and lease_until > ${param('now')}`,
);

/** Ends every lease: for a process that knows that there is no other one. */
export async function endAllLeases(db: Db, now: Date): Promise<void> {
  await endAll(db, { now: now.toISOString() });
}
