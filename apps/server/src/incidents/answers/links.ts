import type { Channel } from '@callpoint/contract/channels/channels';
import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { getDialect } from '../../db/dialect.ts';
import { rawDb } from '../../db/handles/handle.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { Row } from '../../db/rows.ts';
import type { IncidentRow } from '../incident-row.ts';

/** Personal links to incidents. A link is created when a message is sent, and bound to its recipient. */

/**
 * What a reply of an address is compared with, so that its cost has a limit: the newest messages that were sent to it, and
 * where these do not decide, the newest incidents that name it.
 */
const MAX_SENT = 500;
const MAX_UNSENT = 100;
/** The newest answers of an address that a repeated report of one is compared with. */
const MAX_ANSWERED = 100;

/** A recipient, and its incident. */
export type LinkedResponder = { responder: Row<'incident_responder'>; incident: IncidentRow };

const insertLinks = prepared<{ links: string; now: string }, never>(
  (_db, param, dialect) => sql<never>`
    insert into incident_link (token_hash, responder_id, created_at)
    select link.token_hash, link.responder_id, ${param('now')}
    from ${dialect.jsonRows(param('links'), 'link', { token_hash: 'text', responder_id: 'integer' })}
    where link.responder_id in (select id from incident_responder)`,
);

/**
 * Stores the hashes of the tokens of new links. None for a recipient that was deleted with its incident: the link of a message that is
 * sent after that has expired.
 */
export async function storeLinks(
  on: Db | IncidentsDb,
  links: readonly { tokenHash: string; responderId: number }[],
  now: Date,
): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map(({ tokenHash, responderId }) => ({
    token_hash: tokenHash,
    responder_id: responderId,
  }));
  await insertLinks(rawDb(on), { links: JSON.stringify(rows), now: now.toISOString() });
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

/** Where a recipient gets messages: only on SMS, replies say nothing but this. */
type Recipient = { channel: Channel; address: string };

/**
 * The incident that an address answers: the one of the newest message that it got, also if it is closed, so that a late
 * answer changes no other one. An open drill comes after a real incident that no one has acknowledged; an acknowledged one
 * waits for nobody, and the answer must not withdraw its acknowledgment. Null if there is none.
 */
export async function findNewestByAddress(
  db: IncidentsDb,
  recipient: Recipient,
  now: Date,
): Promise<LinkedResponder | null> {
  const sent = await findSent(db, recipient, now);
  const [read] = sent;
  const isDecided = read !== undefined && !isOpenDrill(read);
  // What was not sent was not read; before the first message was sent, the newest incident counts.
  const unsent = isDecided ? [] : await findNewest(db, recipient, now);
  const candidates = [...sent, ...unsent.filter(({ team_id }) => !read || team_id === read.team_id)];
  const [newest] = candidates;
  if (!newest) return null;
  const isWaiting = ({ state, is_drill }: Candidate) => state === 'open' && is_drill === 0;
  const chosen = (isOpenDrill(newest) && candidates.find(isWaiting)) || newest;
  const { is_drill: _, state: __, ...responder } = chosen;
  return await withIncident(db, responder, now);
}

/** A recipient, and what is known of its incident. */
type Candidate = Row<'incident_responder'> & { is_drill: number; state: string };

function isOpenDrill({ state, is_drill }: Candidate): boolean {
  return state !== 'closed' && is_drill === 1;
}

/** The recipients of the newest messages that were sent to an address, newest first. */
async function findSent(db: IncidentsDb, { channel, address }: Recipient, now: Date): Promise<Candidate[]> {
  const newest = db
    .selectFrom('delivery')
    .select(['id', 'responder_id', 'sent_at'])
    // The conditions of the index `delivery_sent_sms`, which needs the channel in the text of the query.
    .where('channel', '=', sql.lit(channel))
    .where('responder_id', 'is not', null)
    .where('sent_at', 'is not', null)
    .where('address', '=', address)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SENT);
  return await db
    .selectFrom(newest.as('message'))
    .innerJoin('incident_responder', 'incident_responder.id', 'message.responder_id')
    .innerJoin('incident', 'incident.id', 'incident_responder.incident_id')
    .selectAll('incident_responder')
    .select(['incident.is_drill', 'incident.state'])
    .where(isAnswerable(now))
    .orderBy('message.sent_at', 'desc')
    .orderBy('message.id', 'desc')
    .execute();
}

/** The recipients with this address in its newest incidents, newest first, whether or not they got a message. */
async function findNewest(db: IncidentsDb, { channel, address }: Recipient, now: Date): Promise<Candidate[]> {
  const newest = db
    .selectFrom('incident_responder')
    .selectAll()
    .where('channel', '=', channel)
    .where('address', '=', address)
    .orderBy('incident_id', 'desc')
    .limit(MAX_UNSENT);
  return await db
    .selectFrom(newest.as('responder'))
    .innerJoin('incident', 'incident.id', 'responder.incident_id')
    .selectAll('responder')
    .select(['incident.is_drill', 'incident.state'])
    .where(isAnswerable(now))
    .orderBy('responder.incident_id', 'desc')
    .execute();
}

/** Whether the incident of a query is open, or was closed so recently that its links still work. */
function isAnswerable(now: Date): RawBuilder<SqlBool> {
  const expired = new Date(now.getTime() - INCIDENT_LIMITS.linkAfterClose).toISOString();
  return sql<SqlBool>`(incident.closed_at is null or incident.closed_at > ${expired})`;
}

/** The incident that an address has answered with the reply of this reference; null if it is new. */
export async function findAnswered(
  db: IncidentsDb,
  { channel, address, reference }: Recipient & { reference: string },
  now: Date,
): Promise<LinkedResponder | null> {
  const since = new Date(now.getTime() - REPEATED_WITHIN).toISOString();
  const newest = db
    .selectFrom('incident_responder')
    .selectAll()
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('answered_at', '>', since)
    .orderBy('answered_at', 'desc')
    .limit(MAX_ANSWERED);
  const { jsonText } = getDialect(rawDb(db));
  const responder = await db
    .selectFrom(newest.as('responder'))
    .innerJoin('incident_event', 'incident_event.incident_id', 'responder.incident_id')
    .selectAll('responder')
    .where('incident_event.kind', '=', 'answered')
    .where(jsonText(sql.ref('incident_event.data'), 'reference'), '=', reference)
    .limit(1)
    .executeTakeFirst();
  return responder ? await withIncident(db, responder, now) : null;
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
