import { sql } from 'kysely';
import { getDialect } from '../../db/dialect.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** Duration of a lease without renewal, in milliseconds. A crashed worker's messages are reclaimed within 30 s. */
export const LEASE_MS = 20_000;
/** A lease is renewed after this many milliseconds: three more attempts before it expires. */
export const RENEW_AFTER_MS = 5_000;

/**
 * One claim of a message. After a failover that lost commits, another message may have got the same id and fence, so the key says
 * which one it is.
 */
export type ClaimRef = { id: number; fence: number; message_key: string };

/** Names a claim in a map or a set. */
export function claimKey({ id, fence, message_key }: ClaimRef): string {
  return `${id}:${fence}:${message_key}`;
}

/** `|| ''` below: a message is found by its id, not by the index on its key. */
const COLUMNS = { id: 'integer', fence: 'integer', message_key: 'text' } as const;

/** Claims as JSON, always in the order of ids, so that two processes never wait for each other. */
function jsonOf(claims: readonly ClaimRef[]): string {
  const rows = claims.map(({ id, fence, message_key }) => ({ id, fence, message_key }));
  return JSON.stringify(rows.toSorted((a, b) => a.id - b.id));
}

const extend = prepared<{ claims: string; until: string }, ClaimRef>(
  (db, param) => sql<ClaimRef>`
    update delivery set lease_until = ${param('until')}
    from ${getDialect(db).jsonRows(param('claims'), 'claim', COLUMNS)}
    where delivery.id = claim.id and delivery.fence = claim.fence and delivery.message_key || '' = claim.message_key
      and delivery.state = 'sending'
    returning delivery.id, delivery.fence, delivery.message_key`,
);

/** Extends the leases that this worker still owns until `until`, and returns the keys of their claims. */
export async function renewLeases(db: Db, claims: readonly ClaimRef[], until: Date): Promise<Set<string>> {
  const renewed = await extend(db, { claims: jsonOf(claims), until: until.toISOString() });
  return new Set(renewed.map(claimKey));
}

const release = prepared<{ claims: string }, never>(
  (db, param) => sql<never>`
    update delivery set state = 'pending', lease_until = null
    from ${getDialect(db).jsonRows(param('claims'), 'claim', COLUMNS)}
    where delivery.id = claim.id and delivery.fence = claim.fence and delivery.message_key || '' = claim.message_key
      and delivery.state = 'sending'`,
);

/** Undoes the claims of messages that were not dispatched. No attempt is recorded. */
export async function releaseClaims(db: Db, claims: readonly ClaimRef[]): Promise<void> {
  await release(db, { claims: jsonOf(claims) });
}

const expireAll = prepared<{ now: string }, never>(
  (_db, param) => sql<never>`
    update delivery set lease_until = ${param('now')}
    where state = 'sending' and lease_until > ${param('now')}`,
);

/** Expires every lease; only for the single process of a database. */
export async function expireAllLeases(db: Db, now: Date): Promise<void> {
  await expireAll(db, { now: now.toISOString() });
}
