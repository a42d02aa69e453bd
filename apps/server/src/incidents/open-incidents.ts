import type { EscalationPolicy } from '@callpoint/contract/escalation';
import { gapAfter, planRuns } from '@callpoint/alerts/escalation/runs';
import {
  insertEvents,
  insertIncidents,
  insertResponders,
  type IncidentsDb,
} from '../db/handles/incidents.ts';
import { nextHash } from './timeline/event-chain.ts';
import type { IncidentRecipient } from '@callpoint/alerts/escalation/incident-plan';

/** A press that someone must acknowledge. `recipients`: those of its own messages. */
export type PressWithIncident = {
  pressId: number;
  teamId: number;
  appUserId: number;
  buttonId: number;
  /** The person's name and addresses at the press. */
  submitter: { name: string; email: string; phone: string };
  policy: EscalationPolicy;
  isDrill: boolean;
  /** The server raised it because a check-in was not answered. */
  isCheckIn?: boolean;
  recipients: readonly IncidentRecipient[];
};

/** The incident of a group of messages, and its recipients by channel and address. */
export type MessageIncident = { id: number; run: number; responders: ReadonlyMap<string, number> };

/** The key of a recipient in `MessageIncident.responders`. */
export function responderKey({ channel, address }: { channel: string; address: string }): string {
  return `${channel} ${address}`;
}

/** Opens the incidents of new presses, in the transaction that stores them. Returns them by their press. */
export async function openIncidents(
  tx: IncidentsDb,
  presses: readonly PressWithIncident[],
  now: Date,
): Promise<Map<number, MessageIncident>> {
  if (presses.length === 0) return new Map();
  const at = now.toISOString();
  const stored = await insertIncidents(
    tx,
    presses.map(({ pressId, teamId, appUserId, buttonId, submitter, policy, isDrill }) => ({
      team_id: teamId,
      app_user_id: appUserId,
      button_click_id: pressId,
      button_id: buttonId,
      user_name: submitter.name,
      user_email: submitter.email,
      user_phone: submitter.phone,
      is_drill: isDrill ? 1 : 0,
      state: 'open',
      opened_at: at,
      policy: JSON.stringify(policy),
      run: 0,
      run_started_at: at,
      next_run_at: new Date(now.getTime() + gapAfter(planRuns(policy), 0)).toISOString(),
      note: '',
    })),
  );
  const ids = new Map(stored.map(({ id, button_click_id }) => [button_click_id, id]));
  const idOf = (pressId: number) => ids.get(pressId) ?? 0;
  await insertEvents(
    tx,
    presses.map(({ pressId, teamId, isDrill, isCheckIn = false }) => {
      const data = JSON.stringify({ is_drill: isDrill, ...(isCheckIn && { check_in: true }) });
      const event = { seq: 1, at, kind: 'opened', actor: null, data };
      return { ...event, team_id: teamId, incident_id: idOf(pressId), hash: nextHash(null, event) };
    }),
  );
  const responders = await addResponders(
    tx,
    presses.flatMap(({ pressId, teamId, recipients }) =>
      recipients.map((recipient) => ({ ...recipient, teamId, incidentId: idOf(pressId) })),
    ),
  );
  return new Map(
    presses.map(({ pressId }) => {
      const id = idOf(pressId);
      return [pressId, { id, run: 0, responders: responders.get(id) ?? new Map() }];
    }),
  );
}

type NewResponder = IncidentRecipient & { teamId: number; incidentId: number };

/** Stores recipients, each address once; returns the ids of all of them, by incident and `responderKey`. */
export async function addResponders(
  tx: IncidentsDb,
  recipients: readonly NewResponder[],
): Promise<Map<number, Map<string, number>>> {
  // Several roles may have the same address, and PostgreSQL rejects an insert that updates a row twice.
  const different = new Map<string, NewResponder>();
  for (const recipient of recipients) {
    const key = `${recipient.incidentId} ${responderKey(recipient)}`;
    if (!different.has(key)) different.set(key, recipient);
  }
  const rows = await insertResponders(
    tx,
    [...different.values()].map(({ teamId, incidentId, channel, role, name, person, address }) => ({
      team_id: teamId,
      incident_id: incidentId,
      channel,
      address,
      role,
      name,
      person,
    })),
  );
  const byIncident = new Map<number, Map<string, number>>();
  for (const row of rows) {
    const ofIncident = byIncident.get(row.incident_id) ?? new Map<string, number>();
    byIncident.set(row.incident_id, ofIncident.set(responderKey(row), row.id));
  }
  return byIncident;
}
