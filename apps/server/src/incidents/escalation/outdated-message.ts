import type { FaultKind } from '@callpoint/contract/faults';
import { sql } from 'kysely';
import type { ClaimedMessage } from '../../delivery/queue/claim.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import type { IncidentRow } from '../incident-row.ts';

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
  return outdated ? 'incident-answered' : null;
}

/** Whether that is so for a message and its incident as they were read. */
export function isOutdated(
  { incident_run, responder_id }: Pick<Row<'delivery'>, 'incident_run' | 'responder_id'>,
  incident: Pick<IncidentRow, 'state'> | undefined,
): boolean {
  if (responder_id === null || incident === undefined) return false;
  return (incident_run ?? 0) >= 1 && incident.state !== 'open';
}
