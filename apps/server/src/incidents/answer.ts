import type { IncidentState } from '@callpoint/contract/incident-states';
import type { Responder } from '@callpoint/contract/incidents';
import type { IncidentsDb } from '../db/incidents.ts';
import type { Row } from '../db/rows.ts';
import type { RaisedAlarm } from '../delivery/queue/alarm-event.ts';
import { appendEvent } from './append-event.ts';
import { closeAlarm } from './close-alarm.ts';
import {
  isOwnedBy,
  lockIncident,
  ownerOf,
  storedOwner,
  type IncidentRow,
  type SaveIncident,
} from './incident-row.ts';
import { findNextOwner } from './next-owner.ts';
import { responderOf, sourceOf } from './responder.ts';

/** An answer to an incident. The owner may change their own answer, over any of their addresses. */
export type IncidentAnswer = {
  incidentId: number;
  answer: 'have' | 'cannot';
  etaMinutes?: number | null | undefined;
  responder: Responder;
  /** The same for all addresses of one person; see `resolveRecipients`. */
  person: string;
  /** The recipient who answers; null for a person of the console. */
  responderId: number | null;
  /** The provider's id of a reply or a call, whose answer is recorded once. */
  reference?: string | undefined;
};

/**
 * `missing`, `closed`: nothing was changed. Otherwise the state and the owner after the answer; `isOwner`: the person
 * who answered owns the incident; `changesOwner`: the answer changed who has it, or when they arrive; `closedAlarms`: those
 * that the answer closed; `next`: the person who has it instead of its owner, who can't after all.
 */
export type AnswerResult =
  | 'missing'
  | 'closed'
  | {
      incident: IncidentRow;
      state: IncidentState;
      owner: Responder | null;
      isOwner: boolean;
      changesOwner: boolean;
      closedAlarms: readonly RaisedAlarm[];
      next: Row<'incident_responder'> | null;
    };

/**
 * Records an answer in the caller's transaction. The first person who has it owns the incident, and no further step
 * starts. If the owner can’t after all, the person who said next that they can help has it. If there is none, the escalation
 * continues immediately; after its end, it raises the alarm again.
 */
export async function recordAnswer(
  tx: IncidentsDb,
  save: SaveIncident,
  given: IncidentAnswer,
  now: Date,
): Promise<AnswerResult> {
  const { incidentId, answer, etaMinutes = null, responder, person, responderId, reference } = given;
  const incident = await lockIncident(tx, incidentId);
  if (!incident) return 'missing';
  if (incident.closed_at !== null) return 'closed';
  const owner = ownerOf(incident);
  const isOwner = isOwnedBy(incident, responder.phone, person);
  const state = incident.state as IncidentState;
  const unchanged = { incident, state, owner, isOwner, changesOwner: false, closedAlarms: [], next: null };
  if (reference !== undefined && (await hasReference(tx, incidentId, reference))) return unchanged;
  const isRepeatable = etaMinutes === null && (answer === 'cannot' ? !isOwner : owner !== null);
  // A provider may report one answer several times.
  if (responderId !== null && isRepeatable && (await hasAnswered(tx, responderId, answer))) return unchanged;
  await storeAnswer(tx, given, now);
  const next = answer === 'cannot' && isOwner ? ((await findNextOwner(tx, incident)) ?? null) : null;
  const nextOwner = next && responderOf(next, sourceOf(next));
  await appendEvent(
    tx,
    incident,
    {
      kind: 'answered',
      actor: responder,
      data: { answer, eta_minutes: etaMinutes, reference, next_owner: nextOwner?.name },
    },
    now,
  );
  if (answer === 'cannot') {
    if (!isOwner) return unchanged;
    const changed = { ...unchanged, owner: nextOwner, isOwner: false, changesOwner: true, next };
    if (next && nextOwner) {
      const stored = storedOwner(nextOwner, next.person);
      const taken = { state: 'acknowledged', owner: stored, acknowledged_at: now.toISOString() } as const;
      await save(incidentId, { ...NO_OWNER, ...taken, eta_at: next.eta_at });
      return { ...changed, state: taken.state };
    }
    await save(incidentId, { ...NO_OWNER, next_run_at: now.toISOString() });
    return { ...changed, state: 'open' };
  }
  if (owner !== null && !isOwner) return unchanged;
  const etaAt = etaMinutes === null ? null : arrival(etaMinutes, now);
  if (isOwner) {
    if (etaAt !== null) await save(incidentId, { eta_at: etaAt });
    return { ...unchanged, changesOwner: etaAt !== null };
  }
  await save(incidentId, {
    state: 'acknowledged',
    owner: storedOwner(responder, person),
    acknowledged_at: now.toISOString(),
    eta_at: etaAt,
    next_run_at: null,
  });
  const closedAlarms = await closeAlarm(tx, incident, { by: 'system', unacknowledged: false }, now);
  return {
    ...unchanged,
    state: 'acknowledged',
    owner: responder,
    isOwner: true,
    changesOwner: true,
    closedAlarms,
  };
}

function arrival(etaMinutes: number, now: Date): string {
  return new Date(now.getTime() + etaMinutes * 60_000).toISOString();
}

const NO_OWNER = {
  state: 'open',
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
} as const;

/** Whether the timeline has an answer with this id of a provider. */
export async function hasReference(db: IncidentsDb, incidentId: number, reference: string): Promise<boolean> {
  const answers = await db
    .selectFrom('incident_event')
    .select('data')
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'answered')
    .execute();
  return answers.some(({ data }) => (JSON.parse(data) as { reference?: string }).reference === reference);
}

async function hasAnswered(tx: IncidentsDb, id: number, answer: 'have' | 'cannot'): Promise<boolean> {
  const found = await tx
    .selectFrom('incident_responder')
    .select('id')
    .where('id', '=', id)
    .where('answer', '=', answer)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Stores an answer with the recipient who gave it. It replaces earlier answers of the person at other addresses. A person of
 * the console may be a recipient, too: then it is their answer at every address.
 */
async function storeAnswer(
  tx: IncidentsDb,
  { incidentId, answer, etaMinutes = null, person, responderId }: IncidentAnswer,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .updateTable('incident_responder')
    .set(({ ref, case: choose }) => ({
      answer,
      // Someone who changes when they arrive has been waiting since their first answer.
      answered_at:
        answer === 'have' ? choose().when('answer', '=', 'have').then(ref('answered_at')).else(at).end() : at,
      ...(answer === 'cannot' && { eta_at: null }),
      ...(answer === 'have' && etaMinutes !== null && { eta_at: arrival(etaMinutes, now) }),
    }))
    .where('incident_id', '=', incidentId)
    .where((row) => {
      const ofPerson = row('person', '=', person);
      if (responderId === null) return ofPerson;
      return row.or([row('id', '=', responderId), row.and([ofPerson, row('answer', 'is not', null)])]);
    })
    .execute();
}
