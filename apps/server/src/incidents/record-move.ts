import type { Location } from '@callpoint/contract/fields';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import { appendEvent } from './append-event.ts';
import { lockIncident } from './incident-row.ts';

/**
 * Stores a newer location of a press with `store`, and adds it to the timeline of the press’s incident, if it has one.
 * Both in the caller's transaction, which locks the incident first, like every other change. Returns whether `store` did.
 */
export async function recordMove(
  tx: IncidentsDb,
  { pressId, location, store }: { pressId: number; location: Location; store: () => Promise<boolean> },
  now: Date,
): Promise<boolean> {
  const found = await tx
    .selectFrom('incident')
    .select('id')
    .where('button_click_id', '=', pressId)
    .executeTakeFirst();
  const incident = found && (await lockIncident(tx, found.id));
  if (!(await store())) return false;
  if (incident) await appendEvent(tx, incident, { kind: 'moved', data: { location } }, now);
  return true;
}
