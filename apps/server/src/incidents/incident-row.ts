import type { Responder } from '@callpoint/contract/incidents';
import type { LiveEvent } from '@callpoint/contract/live-events';
import type { IncidentsDb } from '../db/incidents.ts';
import type { Row } from '../db/rows.ts';

export type IncidentRow = Row<'incident'>;
/** The columns of an incident that change. */
export type IncidentChanges = Partial<Omit<IncidentRow, 'id' | 'team_id' | 'button_click_id'>>;

/** Stores changes of a locked incident; a person's changes are stored through a TenantDb, which audits them. */
export type SaveIncident = (id: number, changes: IncidentChanges) => Promise<unknown>;

/** Reads and locks an incident until the transaction ends, so that two people cannot change it at the same time. */
export async function lockIncident(tx: IncidentsDb, id: number): Promise<IncidentRow | undefined> {
  return await tx
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(tx.rowLock('no key update'))
    .executeTakeFirst();
}

/** Stores changes without an audit entry: those of the server itself, and of people who are not signed in. */
export function saveIn(tx: IncidentsDb): SaveIncident {
  return (id, changes) => tx.updateTable('incident').set(changes).where('id', '=', id).execute();
}

/** Who owns an incident; null if no one does. */
export function ownerOf({ owner }: Pick<IncidentRow, 'owner'>): Responder | null {
  return owner === null ? null : (JSON.parse(owner) as Responder);
}

/** The event for open consoles. */
export function incidentChanged(
  {
    id,
    team_id,
    button_id,
    button_click_id,
  }: Pick<IncidentRow, 'id' | 'team_id' | 'button_id' | 'button_click_id'>,
  at: Date,
): LiveEvent {
  return {
    kind: 'incident.changed',
    team_id,
    incident_id: id,
    submission: 'button',
    item_id: button_id,
    id: button_click_id,
    at: at.toISOString(),
  };
}
