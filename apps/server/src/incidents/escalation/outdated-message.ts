import type { FaultKind } from '@callpoint/contract/faults';
import { sql } from 'kysely';
import type { ClaimedMessage } from '../../delivery/queue/claim.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import { sendSkipped } from '../../delivery/queue/resend.ts';
import { phoneOf } from '../answers/responder.ts';
import { isOwnedBy, type IncidentRow } from '../incident-row.ts';

const ANSWERED = 'incident-answered' satisfies FaultKind;

/** The message belongs to a later step of an incident that someone has, or that is closed. */
const selectOutdated = prepared<{ id: number }, { id: number }>(
  (_db, param) => sql<{ id: number }>`
    select d.id from delivery as d join incident as i on i.id = d.incident_id
    where d.id = ${param('id')} and d.incident_run >= 1 and i.state <> 'open'`,
);

/**
 * Why a message of a later step must not be sent anymore; null if it may. Its text says that no one has acknowledged the
 * incident, and an attempt can be hours after the step, when a provider was not available. `restoreOutdated`
 * undoes this if the owner withdraws. The first messages are about the press itself, and are always sent.
 */
export async function reasonNotToEscalate(
  db: Db,
  { id, responder_id }: Pick<ClaimedMessage, 'id' | 'responder_id'>,
): Promise<FaultKind | null> {
  if (responder_id === null) return null;
  const [outdated] = await selectOutdated(db, { id });
  return outdated ? ANSWERED : null;
}

/** Whether that is so for a message and its incident as they were read. */
export function isOutdated(
  { incident_run, responder_id }: Pick<Row<'delivery'>, 'incident_run' | 'responder_id'>,
  incident: Pick<IncidentRow, 'state'> | undefined,
): boolean {
  if (responder_id === null || incident === undefined) return false;
  return (incident_run ?? 0) >= 1 && incident.state !== 'open';
}

/**
 * Makes messages of a locked incident due that were skipped because someone had it: no one has it any longer. Each address gets
 * the newest of them. People who can't help get none, and the owner before, who is still stored in `incident`, neither.
 */
export async function restoreOutdated(tx: IncidentsDb, incident: IncidentRow, now: Date): Promise<void> {
  const skipped = await tx
    .selectFrom('delivery')
    .select(['id', 'responder_id'])
    .where('incident_id', '=', incident.id)
    .where('incident_run', '>=', 1)
    .where('state', '=', 'skipped')
    .where('reason_code', '=', ANSWERED)
    .where('purged_at', 'is', null)
    .orderBy('id')
    .execute();
  if (skipped.length === 0) return;
  const responders = await tx
    .selectFrom('incident_responder')
    .select(['id', 'address', 'person', 'answer'])
    .where('incident_id', '=', incident.id)
    .execute();
  const unable = new Set(responders.flatMap(({ answer, person }) => (answer === 'cannot' ? [person] : [])));
  const asked = responders.filter(
    (one) => !unable.has(one.person) && !isOwnedBy(incident, phoneOf(one), one.person),
  );
  const newest = new Map(skipped.map(({ id, responder_id }) => [responder_id, id]));
  const ids = asked.flatMap(({ id }) => newest.get(id) ?? []);
  await sendSkipped(tx, ids, now);
}
