import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import { sql } from 'kysely';
import type { IncidentsDb } from '../../db/incidents.ts';
import { rawDb } from '../../db/handle.ts';
import type { Db } from '../../db/tables.ts';
import type { Row } from '../../db/rows.ts';
import { hasReference } from './answer.ts';
import type { IncidentRow } from '../incident-row.ts';

/** Personal links to incidents. A link is created when a message is sent, and bound to its recipient. */

/** Incidents of one address that are compared: more are not open at the same time. */
const MAX_CANDIDATES = 100;

/** A recipient, and its incident. */
export type LinkedResponder = { responder: Row<'incident_responder'>; incident: IncidentRow };

/** Stores the hash of the token of a new link. */
export async function storeLinks(
  on: Db | IncidentsDb,
  links: readonly { tokenHash: string; responderId: number }[],
  now: Date,
): Promise<void> {
  if (links.length === 0) return;
  await rawDb(on)
    .insertInto('incident_link')
    .values(
      links.map(({ tokenHash, responderId }) => ({
        token_hash: tokenHash,
        responder_id: responderId,
        created_at: now.toISOString(),
      })),
    )
    .execute();
}

/** The recipient of a link; null if there is none, or the incident was closed too long ago. */
export async function findLink(
  db: IncidentsDb,
  tokenHash: string,
  now: Date,
): Promise<LinkedResponder | null> {
  const responder = await db
    .selectFrom('incident_link')
    .innerJoin('incident_responder', 'incident_responder.id', 'incident_link.responder_id')
    .selectAll('incident_responder')
    .where('incident_link.token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!responder) return null;
  return await withIncident(db, responder, now);
}

/** Deletes the links of incidents that were closed too long ago. */
export async function deleteExpiredLinks(db: IncidentsDb, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - INCIDENT_LIMITS.linkAfterClose).toISOString();
  const expired = db
    .selectFrom('incident_responder')
    .innerJoin('incident', 'incident.id', 'incident_responder.incident_id')
    .select('incident_responder.id')
    .where('incident.closed_at', '<', before);
  await db.deleteFrom('incident_link').where('responder_id', 'in', expired).execute();
}

/**
 * The incident that an address answers: the one of the newest message that it got, also if it is closed, so that a late
 * answer changes no other one. An open drill comes after an open real incident. Null if there is none.
 */
export async function findNewestByAddress(
  db: IncidentsDb,
  channel: string,
  address: string,
  now: Date,
): Promise<LinkedResponder | null> {
  const expired = new Date(now.getTime() - INCIDENT_LIMITS.linkAfterClose).toISOString();
  const found = await db
    .selectFrom('incident_responder')
    .innerJoin('incident', 'incident.id', 'incident_responder.incident_id')
    .selectAll('incident_responder')
    .select(['incident.is_drill', 'incident.closed_at'])
    .where('incident_responder.channel', '=', channel)
    .where('incident_responder.address', '=', address)
    .where((row) => row.or([row('incident.closed_at', 'is', null), row('incident.closed_at', '>', expired)]))
    // What was not sent was not read; before the first SMS was sent, the newest one counts.
    .orderBy(({ fn }) => fn.coalesce(newestMessage(db, true), sql.lit(0)), 'desc')
    .orderBy(({ fn }) => fn.coalesce(newestMessage(db, false), sql.lit(0)), 'desc')
    .orderBy('incident.id', 'desc')
    .limit(MAX_CANDIDATES)
    .execute();
  const [newest] = found;
  if (!newest) return null;
  const isOpenDrill = newest.closed_at === null && newest.is_drill === 1;
  const real = isOpenDrill && found.find((other) => other.closed_at === null && other.is_drill === 0);
  const { is_drill: _, closed_at: __, ...responder } = real || newest;
  return await withIncident(db, responder, now);
}

/** The newest message to a recipient of a query about `incident` and `incident_responder`. */
function newestMessage(db: Pick<IncidentsDb, 'selectFrom'>, isSent: boolean) {
  const query = db
    .selectFrom('delivery')
    .select(({ fn }) => fn.max('delivery.id').as('newest'))
    .where('delivery.incident_id', '=', sql.ref<number>('incident.id'))
    .where('delivery.responder_id', '=', sql.ref<number>('incident_responder.id'));
  return isSent ? query.where('sent_at', 'is not', null) : query;
}

/** The incident that an address has answered with the reply of this reference; null if it is new. */
export async function findAnswered(
  db: IncidentsDb,
  { channel, address, reference }: { channel: string; address: string; reference: string },
  now: Date,
): Promise<LinkedResponder | null> {
  const since = new Date(now.getTime() - REPEATED_WITHIN).toISOString();
  const answered = await db
    .selectFrom('incident_responder')
    .selectAll()
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('answered_at', '>', since)
    .execute();
  for (const responder of answered) {
    if (await hasReference(db, responder.incident_id, reference))
      return await withIncident(db, responder, now);
  }
  return null;
}

/** How long a provider may repeat its report of a reply, in milliseconds. */
const REPEATED_WITHIN = 24 * 3_600_000;

async function withIncident(
  db: IncidentsDb,
  responder: Row<'incident_responder'>,
  now: Date,
): Promise<LinkedResponder | null> {
  const incident = await db
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', responder.incident_id)
    .executeTakeFirst();
  if (!incident) return null;
  const { closed_at } = incident;
  const hasExpired =
    closed_at !== null && now.getTime() - Date.parse(closed_at) > INCIDENT_LIMITS.linkAfterClose;
  return hasExpired ? null : { responder, incident };
}

/** The recipient of a message by its idempotency key; null if it is not about an incident. */
export async function findByMessage(
  db: IncidentsDb,
  messageKey: string,
  now: Date,
): Promise<LinkedResponder | null> {
  const responder = await db
    .selectFrom('delivery')
    .innerJoin('incident_responder', 'incident_responder.id', 'delivery.responder_id')
    .selectAll('incident_responder')
    .where('delivery.message_key', '=', messageKey)
    .executeTakeFirst();
  return responder ? await withIncident(db, responder, now) : null;
}

/** Whether a message is about a drill, by its idempotency key. */
export async function isOfDrill(db: IncidentsDb, messageKey: string): Promise<boolean> {
  const incident = await db
    .selectFrom('delivery')
    .innerJoin('incident', 'incident.id', 'delivery.incident_id')
    .select('incident.is_drill')
    .where('delivery.message_key', '=', messageKey)
    .executeTakeFirst();
  return incident?.is_drill === 1;
}
