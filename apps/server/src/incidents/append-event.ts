import type { IncidentEventKind, Responder } from '@callpoint/contract/incidents';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import { nextHash } from './timeline/event-chain.ts';
import type { IncidentRow } from './incident-row.ts';

export type NewIncidentEvent = {
  kind: IncidentEventKind;
  actor?: Responder | null;
  data?: Readonly<Record<string, unknown>>;
  /** Who answered, the same for all of their addresses; see `resolveRecipients`. */
  person?: string;
};

/** Adds an event to the timeline of an incident that the caller's transaction has locked; returns its id. */
export async function appendEvent(
  tx: IncidentsDb,
  { id, team_id }: Pick<IncidentRow, 'id' | 'team_id'>,
  { kind, actor = null, data = {}, person }: NewIncidentEvent,
  now: Date,
): Promise<number> {
  const last = await tx
    .selectFrom('incident_event')
    .select(['seq', 'hash'])
    .where('incident_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const event = {
    seq: (last?.seq ?? 0) + 1,
    at: now.toISOString(),
    kind,
    actor: actor === null ? null : JSON.stringify(actor),
    data: JSON.stringify(data),
  };
  const hash = nextHash(last?.hash ?? null, event);
  const added = await tx
    .insertInto('incident_event')
    .values({ ...event, hash, person: person ?? null, incident_id: id, team_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}
