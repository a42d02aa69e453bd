import type { ButtonId } from '@callpoint/contract/catalog';
import type { IncidentState } from '@callpoint/contract/incident-states';
import { MINUTE } from '../scheduling/durations.ts';
import type { Db } from '../db/tables.ts';
import { buildIncident } from './incidents.ts';
import { buildSubmission, storeSubmissions } from './submissions.ts';

/** Seconds from the press to each event; without one, it did not happen. */
type Times = {
  sent?: number;
  delivered?: number;
  acknowledged?: number;
  unanswered?: number;
  closed?: number;
};

type MeasuredIncident = Times & { buttonId?: ButtonId; isDrill?: boolean; outcome?: string };

/**
 * An incident of the past with one message to a recipient, and its times. Returns its id. It is one transaction, so that
 * a running server neither sends the message nor escalates the incident.
 */
export function buildMeasuredIncident(...[db, ...incident]: Parameters<typeof build>): Promise<number> {
  return db.transaction().execute((tx) => build(tx, ...incident));
}

async function build(
  db: Db,
  user: { id: number; team_id: number; name: string; email: string; phone: string },
  openedAt: Date,
  { buttonId = 5, isDrill = false, outcome, ...times }: MeasuredIncident = {},
): Promise<number> {
  const at = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(openedAt.getTime() + (seconds * MINUTE) / 60).toISOString();
  const message = {
    channel: 'sms',
    role: 'team',
    address: '+13035550142',
    subject: null,
    text: 'Help',
    html: null,
    skipped: null,
  } as const;
  const submission = buildSubmission(user, { item: { kind: 'button', id: buttonId }, messages: [message] });
  const [press] = await storeSubmissions(db, [submission]);
  if (!press) throw new Error('the press was not stored');
  const incidentId = await buildIncident(
    db,
    { id: press.id, team_id: user.team_id, app_user_id: user.id },
    {
      buttonId,
      isDrill,
      openedAt,
      recipients: [
        { channel: 'sms', address: message.address, role: 'team', name: null, person: message.address },
      ],
    },
  );
  const { id: responder_id } = await db
    .selectFrom('incident_responder')
    .select('id')
    .where('incident_id', '=', incidentId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('delivery')
    .set({
      incident_id: incidentId,
      incident_run: 0,
      responder_id,
      state: times.sent === undefined ? 'failed' : 'sent',
      sent_at: at(times.sent),
      delivered_at: at(times.delivered),
    })
    .where('button_click_id', '=', press.id)
    .execute();
  await db
    .updateTable('incident')
    .set({
      acknowledged_at: at(times.acknowledged),
      unanswered_at: at(times.unanswered),
      closed_at: at(times.closed),
      outcome: outcome ?? null,
      state: stateOf(times),
      next_run_at: null,
    })
    .where('id', '=', incidentId)
    .execute();
  return incidentId;
}

function stateOf({ acknowledged, closed }: Times): IncidentState {
  if (closed !== undefined) return 'closed';
  return acknowledged === undefined ? 'open' : 'acknowledged';
}
