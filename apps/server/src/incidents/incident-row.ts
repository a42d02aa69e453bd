import { drillContinues } from '@callpoint/alerts/escalation/runs';
import type { ButtonId } from '@callpoint/contract/catalog';
import { readPolicy } from '@callpoint/contract/escalation';
import type { Responder } from '@callpoint/contract/incidents';
import type { LiveEvent } from '@callpoint/contract/live-events';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import type { Row } from '../db/rows.ts';
import { alarmEvent, type RaisedAlarm } from '../delivery/queue/alarm-event.ts';

export type IncidentRow = Row<'incident'>;
/** The columns of an incident that change. */
export type IncidentChanges = Partial<Omit<IncidentRow, 'id' | 'team_id' | 'button_click_id'>>;

/** Stores changes of a locked incident; a person's changes are stored through a TenantDb, which audits them. */
export type SaveIncident = (id: number, changes: IncidentChanges) => Promise<unknown>;

/** Milliseconds after which the transaction of a paused server releases an incident, so that others can escalate it. */
const MAX_IDLE = 3_000;
/** Milliseconds that a step waits for rows of its subscriber; the next check tries again. */
const MAX_LOCK_WAIT = 1_000;

/** Reads and locks an incident until the transaction ends, so that two people cannot change it at the same time. */
export async function lockIncident(tx: IncidentsDb, id: number): Promise<IncidentRow | undefined> {
  await tx.limitTransaction({ idle: MAX_IDLE });
  return await tx
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(tx.rowLock('no key update'))
    .executeTakeFirst();
}

/** The same for the server itself, which must not wait for one incident while others are due: undefined if it is locked. */
export async function lockFreeIncident(tx: IncidentsDb, id: number): Promise<IncidentRow | undefined> {
  await tx.limitTransaction({ idle: MAX_IDLE, lockWait: MAX_LOCK_WAIT });
  return await tx
    .selectFrom('incident')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(tx.rowLock('no key update skip locked'))
    .executeTakeFirst();
}

/** Stores changes without an audit entry: those of the server itself, and of people who are not signed in. */
export function saveIn(tx: IncidentsDb): SaveIncident {
  return (id, changes) => tx.updateTable('incident').set(changes).where('id', '=', id).execute();
}

/** The stored owner of an incident. `person`: the same for all addresses of one person; see `resolveRecipients`. */
type StoredOwner = Responder & { person: string };

export function storedOwner(responder: Responder, person: string): string {
  return JSON.stringify({ ...responder, person } satisfies StoredOwner);
}

/** Who owns an incident; null if no one does. */
export function ownerOf({ owner }: Pick<IncidentRow, 'owner'>): Responder | null {
  if (owner === null) return null;
  const { name, via, phone, role } = JSON.parse(owner) as StoredOwner;
  return { name, via, phone, role };
}

/** The key of the person who owns an incident; null if no one does. */
export function ownerKeyOf({ owner }: Pick<IncidentRow, 'owner'>): string | null {
  return owner === null ? null : (JSON.parse(owner) as StoredOwner).person;
}

/** Whether someone owns an incident, over any of their addresses. */
export function isOwnedBy(
  { owner }: Pick<IncidentRow, 'owner'>,
  phone: string | null,
  person: string,
): boolean {
  if (owner === null) return false;
  const stored = JSON.parse(owner) as StoredOwner;
  return stored.person === person || (phone !== null && stored.phone === phone);
}

/** Whether further people are notified if no one acknowledges: a real incident ends with its administrators. */
export function isEscalating(
  incident: Pick<IncidentRow, 'button_id' | 'policy' | 'run' | 'is_drill' | 'next_run_at'>,
): boolean {
  if (incident.next_run_at === null) return false;
  if (incident.is_drill === 0) return true;
  return drillContinues(readPolicy(incident.button_id as ButtonId, incident.policy), incident.run);
}

/** The events about alarms that were closed with a change of their incident. */
export function alarmsClosed(alarms: readonly RaisedAlarm[], at: Date): LiveEvent[] {
  return alarms.map((alarm) => alarmEvent('alarm.closed', alarm, at.toISOString()));
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
