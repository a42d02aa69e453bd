import { ADDRESS_RULES } from '@callpoint/alerts/plan/addresses';
import { incidentCalls } from '@callpoint/contract/incident-calls';
import { INCIDENT_LIMITS } from '@callpoint/contract/incident-states';
import type { FastifyRequest } from 'fastify';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { OtherHandles, TenantDb } from '../../db/handles/tenant.ts';
import type { RaisedAlarm } from '../../delivery/queue/alarm-event.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import { createOnce } from '../../http/idempotency.ts';
import type { App } from '../../http/api/schemas.ts';
import { OFTEN, recordAnswer, type AnswerResult } from '../../incidents/answers/answer.ts';
import {
  addNote,
  type AddedNote,
  closeIncident,
  recordProgress,
  SOMEONE_ELSE,
  WRONG_OUTCOME,
  type FollowUpResult,
} from '../../incidents/answers/follow-up.ts';
import {
  alarmsClosed,
  incidentChanged,
  type IncidentRow,
  type SaveIncident,
} from '../../incidents/incident-row.ts';
import { askAgain, type NotifyNeeds } from '../../incidents/answers/ask-again.ts';
import { OWN_INCIDENT } from '../../incidents/answers/recipient-answers.ts';
import type { UpcomingStepNeeds } from '../../incidents/escalation/upcoming-steps.ts';
import { callerAsResponder, type Answering } from './caller.ts';
import { readIncident } from './incident-details.ts';
import { incidentRows } from './incidents.lists.ts';

export type IncidentDependencies = NotifyNeeds &
  UpcomingStepNeeds & {
    platform: PlatformDb;
    accounts: AccountsDb;
    live: Pick<LiveEvents, 'publish'>;
    /** Called after an answer that may make the next step due. */
    wakeEscalator: () => void;
    /** Called after a commit that planned messages. */
    wakeDelivery: () => void;
    /** Called after an answer that changed who has the incident, or when they arrive. */
    onAnswered: (incidentId: number) => void;
  };

/** Presses that someone must acknowledge. */
export function incidentRoutes(
  app: App,
  { platform, accounts, live, wakeEscalator, wakeDelivery, onAnswered, ...needs }: IncidentDependencies,
): void {
  app.handleList(incidentCalls.list, async (tenant, query) => ({
    ok: true as const,
    ...(await tenant.page(incidentRows, query)),
  }));

  app.handle(incidentCalls.read, async (request) => {
    const tenant = getTenantDb(request);
    const by = await callerAsResponder(tenant, request);
    const data = await readIncident(tenant, { platform, ...needs }, request.query.id, by);
    if (!data) throw missing();
    return { ok: true as const, data };
  });

  /** Changes an incident of the caller's scope in one transaction, with an audit entry, and publishes it. */
  async function change<Result extends Changed | string>(
    request: FastifyRequest,
    id: number,
    work: ChangeIncident<Result>,
  ): Promise<Result> {
    const now = new Date();
    const { incident, result } = await getTenantDb(request).transaction((inside, others) =>
      changeInside(inside, others, request, { id, now, work }),
    );
    const alarms = typeof result === 'object' ? alarmsClosed(result.closedAlarms, now) : [];
    live.publish(incidentChanged(incident, now), ...alarms);
    return result;
  }

  app.handle(incidentCalls.answer, async (request) => {
    const { id, answer, eta_minutes: etaMinutes } = request.body;
    const result = await change(request, id, async (tx, save, by, now) => {
      const given = { incidentId: id, answer, etaMinutes, ...by, responderId: null };
      const answered = await recordAnswer(tx, save, given, now);
      if (typeof answered === 'object') {
        const news = { incident: answered.incident, willing: answered.willing, before: by.responder.name };
        await askAgain(tx, needs, news, now);
      }
      return answered;
    });
    if (result === 'missing') throw missing();
    if (result === 'closed') throw closed();
    if (result === 'often') throw conflict(OFTEN, 'id');
    if (answer === 'cannot') wakeEscalator();
    const { state, owner, isOwner, changesOwner } = result;
    if (answer === 'cannot' && changesOwner) wakeDelivery();
    if (changesOwner) onAnswered(id);
    return { ok: true as const, msg: answerText(answer, result), data: { state, owner, is_mine: isOwner } };
  });

  app.handle(incidentCalls.progress, async (request) => {
    const { id, state } = request.body;
    const { changesOwner } = done(
      await change(request, id, (tx, save, by, now) =>
        recordProgress(tx, save, { incidentId: id, state, ...by }, now),
      ),
    );
    if (changesOwner) onAnswered(id);
    return { ok: true as const, msg: state === 'arrived' ? 'Arrived.' : 'On the way.' };
  });

  app.handle(incidentCalls.close, async (request) => {
    const { id, outcome, note } = request.body;
    const closedBy = getCaller(request).role === 'admin' ? 'admin' : 'team';
    done(
      await change(request, id, (tx, save, { responder }, now) =>
        closeIncident(tx, save, { incidentId: id, outcome, note: note ?? '', responder, closedBy }, now),
      ),
    );
    return { ok: true as const, msg: 'Closed.' };
  });

  app.handle(incidentCalls.addNote, async (request) => {
    const { id, text } = request.body;
    const now = new Date();
    let changed: IncidentRow | undefined;
    const work: ChangeIncident<number> = async (tx, save, { responder }) => {
      const { incident, eventId } = done(await addNote(tx, { incidentId: id, text, responder }, now));
      // Changes nothing, but leaves the audit entry.
      await save(id, { state: incident.state });
      return eventId;
    };
    const { repeated } = await createOnce(request, accounts, async () => async (inside, others) => {
      const { incident, result } = await changeInside(inside, others, request, { id, now, work });
      changed = incident;
      return result;
    });
    if (changed && !repeated) live.publish(incidentChanged(changed, now));
    return { ok: true as const, msg: 'Added.' };
  });
}

type ChangeIncident<Result> = (
  tx: IncidentsDb,
  save: SaveIncident,
  by: Answering,
  now: Date,
) => Promise<Result>;

/** Locks an incident of the caller's scope and changes it, in the transaction of the handles. */
async function changeInside<Result>(
  inside: TenantDb,
  { incidents }: OtherHandles,
  request: FastifyRequest,
  { id, now, work }: { id: number; now: Date; work: ChangeIncident<Result> },
): Promise<{ incident: IncidentRow; result: Result }> {
  const incident = await inside.lock('incident', id);
  if (!incident) throw missing();
  const by = await callerAsResponder(inside, request);
  await rejectOwn(inside, request, incident);
  const save: SaveIncident = (of, changes) => inside.update('incident', of, changes);
  return { incident, result: await work(incidents, save, by, now) };
}

function answerText(
  answer: 'have' | 'cannot',
  { owner, isOwner, continues }: Extract<AnswerResult, object>,
): string {
  if (isOwner) return 'You have it.';
  if (owner) return `${owner.name} already has it.`;
  if (answer === 'have') return 'Noted.';
  return continues ? 'Noted. The escalation continues.' : 'Noted. No one has it.';
}

function missing() {
  return notFound('The incident does not exist.');
}

function closed() {
  return conflict('This incident is closed.', 'id');
}

function done<Result extends FollowUpResult | AddedNote>(result: Result): Extract<Result, object> {
  if (result === 'missing') throw missing();
  if (result === 'closed') throw closed();
  if (result === 'often') throw conflict(OFTEN, 'id');
  if (result === 'full') throw conflict(`An incident can have ${INCIDENT_LIMITS.notes} notes.`, 'id');
  if (result === 'taken') throw conflict(SOMEONE_ELSE, 'id');
  if (result === 'outcome') throw conflict(WRONG_OUTCOME, 'outcome');
  return result as Extract<Result, object>;
}

/** An account whose own address or number is that of the person who pressed can't acknowledge for them. */
async function rejectOwn(tenant: TenantDb, request: FastifyRequest, incident: IncidentRow): Promise<void> {
  const caller = getCaller(request);
  const admin = caller.role === 'admin' ? await tenant.find('admin', caller.id) : undefined;
  const account = admin ? { ...admin, phone: '' } : await tenant.find('team', caller.id);
  if (!account) return;
  const isOwn = (['email', 'phone'] as const).some((kind) => {
    const own = ADDRESS_RULES[kind].normalize(account[kind]);
    return own !== null && own !== '' && own === ADDRESS_RULES[kind].normalize(incident[`user_${kind}`]);
  });
  if (isOwn) throw conflict(OWN_INCIDENT, 'id');
}

/** What a change of an incident returns, if it did something. */
type Changed = { closedAlarms: readonly RaisedAlarm[] };
