import type { FaultKind } from '@callpoint/contract/faults';
import { sql } from 'kysely';
import type { ClaimedMessage } from '../../delivery/queue/claim.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** The message belongs to a later step of an incident that someone has, or that is closed. */
const selectOutdated = prepared<{ id: number }, { id: number }>(
  (_db, param) => sql<{ id: number }>`
    select d.id from delivery as d join incident as i on i.id = d.incident_id
    where d.id = ${param('id')} and d.incident_run >= 1 and i.state <> 'open'`,
);

/**
 * Why a message of a later step must not be sent anymore; null if it may. Its text says that no one has acknowledged the
 * incident, and an attempt can be hours after the step, when a provider was not available. If the owner withdraws, the next
 * step starts immediately. The first messages are about the press itself, and are always sent.
 */
export async function reasonNotToEscalate(
  db: Db,
  { id, responder_id }: Pick<ClaimedMessage, 'id' | 'responder_id'>,
): Promise<FaultKind | null> {
  if (responder_id === null) return null;
  const [outdated] = await selectOutdated(db, { id });
  return outdated ? 'incident-answered' : null;
}
