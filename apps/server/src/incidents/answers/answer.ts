import { INCIDENT_LIMITS, type IncidentState } from '@callpoint/contract/incident-states';
import type { Responder } from '@callpoint/contract/incidents';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { Row } from '../../db/rows.ts';
import type { RaisedAlarm } from '../../delivery/queue/alarm-event.ts';
import { appendEvent } from '../append-event.ts';
import { closeAlarm } from '../close-alarm.ts';
import {
  isEscalating,
  isOwnedBy,
  lockIncident,
  ownerOf,
  storedOwner,
  type IncidentRow,
  type SaveIncident,
} from '../incident-row.ts';
import { restoreOutdated } from '../restore-outdated.ts';
import { findWilling } from './ask-again.ts';

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
 * `missing`, `closed`, `often` (the person has answered too often): nothing was changed. Otherwise the state and the owner after the answer; `isOwner`: the person
 * who answered owns the incident; `changesOwner`: the answer changed who has it, or when they arrive; `closedAlarms`: those
 * that the answer closed; `willing`: addresses of people who offered to help the owner, who can't after all; `continues`:
 * further people are notified if no one acknowledges.
 */
export type AnswerResult =
  | 'missing'
  | 'closed'
  | 'often'
  | {
      incident: IncidentRow;
      state: IncidentState;
      owner: Responder | null;
      isOwner: boolean;
      changesOwner: boolean;
      closedAlarms: readonly RaisedAlarm[];
      willing: readonly Row<'incident_responder'>[];
      continues: boolean;
    };

/**
 * Records an answer in the caller's transaction. The first person who has it owns the incident, and no further step
 * starts. If the owner can’t after all, the escalation continues immediately; after its end, it raises the alarm again. Messages that
 * were skipped meanwhile are sent. People who offered to help must say again that they have it.
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
  const unchanged = {
    incident,
    state,
    owner,
    isOwner,
    changesOwner: false,
    closedAlarms: [],
    willing: [],
    continues: isEscalating(incident),
  };
  if (reference !== undefined && (await hasReference(tx, incidentId, reference))) return unchanged;
  const earlier = await readAnswersOf(tx, given);
  // The owner can always withdraw: no one else would be notified.
  const withdraws = answer === 'cannot' && isOwner;
  if (earlier.length >= INCIDENT_LIMITS.answers && !withdraws) return 'often';
  const isRepeatable = etaMinutes === null && (answer === 'cannot' ? !isOwner : owner !== null);
  // A provider may report one answer several times.
  if (responderId !== null && isRepeatable && (await hasAnswered(tx, responderId, answer))) return unchanged;
  if (responderId === null && isRepeatable && earlier.at(-1) === answer) {
    if (!(await hasOtherAnswer(tx, given))) return unchanged;
  }
  await storeAnswer(tx, given, now);
  const isOffer = answer === 'have' && owner !== null && !isOwner;
  const data = { answer, eta_minutes: etaMinutes, reference, ...(isOffer && { is_offer: true }) };
  await appendEvent(tx, incident, { kind: 'answered', actor: responder, data, person }, now);
  if (answer === 'cannot') {
    if (!isOwner) return unchanged;
    const willing = await findWilling(tx, incident);
    const next_run_at = now.toISOString();
    await save(incidentId, { ...NO_OWNER, next_run_at });
    await restoreOutdated(tx, incident, now);
    const continues = isEscalating({ ...incident, next_run_at });
    return {
      ...unchanged,
      state: 'open',
      owner: null,
      isOwner: false,
      changesOwner: true,
      willing,
      continues,
    };
  }
  if (owner !== null && !isOwner) return unchanged;
  const etaAt = etaMinutes === null ? null : new Date(now.getTime() + etaMinutes * 60_000).toISOString();
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

/** What people read who have answered too often. */
export const OFTEN = `One person can answer an incident ${INCIDENT_LIMITS.answers} times.`;

const NO_OWNER = {
  state: 'open',
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
} as const;

/** Whether the timeline has an answer with this id of a provider. */
async function hasReference(db: IncidentsDb, incidentId: number, reference: string): Promise<boolean> {
  const answers = await db
    .selectFrom('incident_event')
    .select('data')
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'answered')
    .execute();
  return answers.some(({ data }) => (JSON.parse(data) as { reference?: string }).reference === reference);
}

/** What someone has answered over this channel, in order. Answers that earlier versions stored are found by the name. */
async function readAnswersOf(
  db: IncidentsDb,
  { incidentId, responder, person }: IncidentAnswer,
): Promise<string[]> {
  const answers = await db
    .selectFrom('incident_event')
    .select(['actor', 'data'])
    .where('incident_id', '=', incidentId)
    .where('kind', '=', 'answered')
    .where((event) =>
      event.or([
        event('person', '=', person),
        event.and([event('person', 'is', null), event('actor', '=', JSON.stringify(responder))]),
      ]),
    )
    .orderBy('seq')
    .execute();
  return answers
    .filter(({ actor }) => (JSON.parse(actor ?? 'null') as Responder | null)?.via === responder.via)
    .map(({ data }) => (JSON.parse(data) as { answer: string }).answer);
}

/** Whether the person has answered otherwise over one of their addresses. */
async function hasOtherAnswer(
  tx: IncidentsDb,
  { incidentId, person, answer }: IncidentAnswer,
): Promise<boolean> {
  const found = await tx
    .selectFrom('incident_responder')
    .select('id')
    .where('incident_id', '=', incidentId)
    .where('person', '=', person)
    .where('answer', 'is distinct from', answer)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
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
  { incidentId, answer, person, responderId }: IncidentAnswer,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('incident_responder')
    .set({ answer, answered_at: now.toISOString() })
    .where('incident_id', '=', incidentId)
    .where((row) => {
      const ofPerson = row('person', '=', person);
      if (responderId === null) return ofPerson;
      return row.or([row('id', '=', responderId), row.and([ofPerson, row('answer', 'is not', null)])]);
    })
    .execute();
}
