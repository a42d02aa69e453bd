import type { FaultKind } from '@callpoint/contract/faults';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import { sendSkipped } from '../delivery/queue/resend.ts';
import { isOwnedBy, type IncidentRow } from './incident-row.ts';

const ANSWERED = 'incident-answered' satisfies FaultKind;

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
    (one) => !unable.has(one.person) && !isOwnedBy(incident, one.address, one.person),
  );
  const newest = new Map(skipped.map(({ id, responder_id }) => [responder_id, id]));
  const ids = asked.flatMap(({ id }) => newest.get(id) ?? []);
  await sendSkipped(tx, ids, now);
}
