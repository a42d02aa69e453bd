import {
  isLeftOut,
  resolveRecipients,
  type ResolvedRecipient,
} from '@callpoint/alerts/escalation/resolve-recipients';
import { gapAfter, planRuns, type EscalationRun } from '@callpoint/alerts/escalation/runs';
import { incidentContent } from '@callpoint/alerts/escalation/step-content';
import { stepMessage, type StepReason } from '@callpoint/alerts/escalation/step-texts';
import type { SkipReason } from '@callpoint/alerts/plan/skip-reasons';
import type { SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import type { MapTemplates } from '@callpoint/alerts/templates/maps';
import { EMERGENCY_BUTTON_ID, type ButtonId, type Item } from '@callpoint/contract/catalog';
import { CHANNEL } from '@callpoint/contract/channels/channels';
import { pushAddress } from '@callpoint/contract/channels/push/push-address';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import { readPolicy, readVoiceRules, type EscalationPolicy } from '@callpoint/contract/escalation';
import { VOICE_RULES } from '@callpoint/contract/escalation-terms';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { addMessages, type OutboxMessage } from '../../delivery/queue/outbox.ts';
import type { RaisedAlarm } from '../../delivery/queue/alarm-event.ts';
import { findOptOuts } from '../../delivery/suppression/opt-outs.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { appendEvent } from '../append-event.ts';
import { readDirectory } from '../directory.ts';
import { lockFreeIncident, saveIn, type IncidentRow } from '../incident-row.ts';
import { addResponders } from '../open-incidents.ts';
import { raiseUnanswered } from './raise-unanswered.ts';
import { readPress } from '../read-press.ts';
import { restoreOutdated } from '../restore-outdated.ts';
import { whyNow } from './run-status.ts';

export type RunDependencies = {
  channels: ConfiguredChannels;
  maps: MapTemplates;
  /** The from-number of our SMS; null if SMS are not configured. */
  smsFrom: string | null;
  smsCountries: SmsCountries;
  /** The console's public address; null where it is not configured. */
  publicUrl: string | null;
};

/** `alarm`: raised because no step is left. */
export type StartedRun = { incident: IncidentRow; alarm: RaisedAlarm | null };

/** A late step starts the waits after it again, from this many milliseconds on: people need the time to answer. */
const LATE_MS = 60_000;

/**
 * Starts the next step of an open incident that is due, or ends its escalation, in one transaction. The lock on the
 * incident and its `run` make each step start once, however many servers try. Returns the incident; null if nothing was
 * due, or if another transaction is changing it.
 */
export async function startDueRun(
  db: IncidentsDb,
  needs: RunDependencies,
  incidentId: number,
  now: Date,
): Promise<StartedRun | null> {
  return await db.transaction(async (tx) => {
    const incident = await lockFreeIncident(tx, incidentId);
    if (!incident || incident.state !== 'open' || incident.next_run_at === null) return null;
    if (Date.parse(incident.next_run_at) > now.getTime()) return null;
    const policy = readPolicy(incident.button_id as ButtonId, incident.policy);
    const runs = planRuns(policy);
    // A message whose attempt began while someone had the incident may be stored as skipped after the owner withdrew.
    await restoreOutdated(tx, incident, now);
    const run = runs[incident.run + 1];
    if (!run) return { incident, alarm: await raiseUnanswered(tx, needs, incident, now) };
    await startRun(tx, needs, { incident, policy, runs, run }, now);
    return { incident, alarm: null };
  });
}

type DueRun = {
  incident: IncidentRow;
  policy: EscalationPolicy;
  runs: readonly EscalationRun[];
  run: EscalationRun;
};

async function startRun(
  tx: IncidentsDb,
  needs: RunDependencies,
  { incident, policy, runs, run }: DueRun,
  now: Date,
): Promise<void> {
  const reason = await whyNow(tx, incident);
  const item: Item = { kind: 'button', id: incident.button_id as ButtonId };
  const press = await readPress(tx, incident, needs.maps);
  const settings = await readItemSettings(tx, incident.team_id, item);
  const directory = await readDirectory(tx, incident.team_id, item, settings, policy);
  const isEmergency = incident.button_id === EMERGENCY_BUTTON_ID;
  const isDrill = incident.is_drill === 1;
  const resolve = (stopped: ReadonlySet<string>) =>
    resolveRecipients({
      to: run.to,
      by: run.by,
      isEmergency,
      isDrill,
      directory,
      worker: { ...press.user, push: pushAddress('app_user', incident.app_user_id) },
      voice: {
        rules: readVoiceRules(settings.team.get(VOICE_RULES)),
        zone: settings.zone,
        at: now.toISOString(),
      },
      smsCountries: needs.smsCountries,
      stopped,
    });
  const candidates = resolve(new Set()).flatMap(({ channel, address, skipped }) =>
    skipped === null && CHANNEL[channel].obeysStop ? [address] : [],
  );
  const stopped = await findOptOuts(tx, needs.smsFrom, candidates, now);
  const recipients = resolve(new Set(stopped.keys()));
  const reached = recipients.filter(({ skipped }) => skipped === null);
  const responders = await addResponders(
    tx,
    reached.map((recipient) => ({ ...recipient, teamId: incident.team_id, incidentId: incident.id })),
  );
  const text = stepMessage({
    item,
    name: press.user.name,
    phone: press.user.phone,
    at: press.at,
    isCheckIn: press.isCheckIn,
    safeAt: incident.safe_at,
    place: press.place,
    mapUrl: press.mapUrl,
    zone: settings.zone,
    now: now.toISOString(),
    reason: await reasonOfText(tx, incident, reason, run),
    procedure: policy.procedure,
  });
  await addMessages(
    tx,
    needs.channels,
    [
      {
        teamId: incident.team_id,
        kind: 'button',
        itemId: incident.button_id,
        submissionId: incident.button_click_id,
        isDeleted: press.isDeleted,
        emergency: isEmergency,
        purpose: 'escalation',
        account: settings.account,
        incident: { id: incident.id, run: run.run, responders: responders.get(incident.id) ?? new Map() },
        messages: recipients.map((recipient) => messageTo(recipient, text, isDrill)),
      },
    ],
    now,
  );
  await appendEvent(
    tx,
    incident,
    {
      kind: 'step',
      data: {
        run: run.run,
        round: run.round,
        step: run.step,
        reason,
        messages: reached.length,
        skipped: recipients.length - reached.length,
      },
    },
    now,
  );
  // A step that leaves out everyone takes no time from the people of the step before it.
  const isWaited = reason === 'due' && isLeftOut(recipients);
  await saveIn(tx)(incident.id, {
    run: run.run,
    run_started_at: now.toISOString(),
    next_run_at: nextRunAt(
      incident,
      { reason, gap: gapAfter(runs, run.run), isEmpty: reached.length === 0 && !isWaited },
      now,
    ),
  });
}

/** Why the step starts, in the words of its messages. Once someone had the incident, “no one has acknowledged it yet” is not true. */
async function reasonOfText(
  tx: IncidentsDb,
  { id }: IncidentRow,
  reason: 'due' | 'undelivered' | 'declined',
  { step }: EscalationRun,
): Promise<StepReason> {
  const answers = await tx
    .selectFrom('incident_event')
    .select('data')
    .where('incident_id', '=', id)
    .where('kind', '=', 'answered')
    .execute();
  const hadOwner = answers.some(({ data }) => (JSON.parse(data) as { answer?: string }).answer === 'have');
  if (hadOwner) return 'withdrawn';
  return reason === 'due' && step === null ? 'repeat' : reason;
}

function nextRunAt(
  { next_run_at }: IncidentRow,
  { reason, gap, isEmpty }: { reason: 'due' | 'undelivered' | 'declined'; gap: number; isEmpty: boolean },
  now: Date,
): string {
  if (isEmpty) return now.toISOString();
  const due = next_run_at === null ? now.getTime() : Date.parse(next_run_at);
  const isPunctual = reason === 'due' && now.getTime() - due < LATE_MS;
  return new Date((isPunctual ? due : now.getTime()) + gap).toISOString();
}

function messageTo(
  { channel, role, address, person, skipped }: ResolvedRecipient,
  text: ReturnType<typeof stepMessage>,
  isDrill: boolean,
): OutboxMessage {
  return {
    channel,
    role: DELIVERY_ROLES[role],
    address,
    skipped: skipReasonOf({ role, person, skipped }),
    ...incidentContent(channel, text, { asksForAnswer: skipped === null, isDrill }),
  };
}

/** Why a recipient gets no message, with whose address is missing: a message has the role `team` for more groups than the safety team. */
export function skipReasonOf({
  role,
  person,
  skipped,
}: Pick<ResolvedRecipient, 'role' | 'person' | 'skipped'>): SkipReason | null {
  if (skipped?.code !== 'no-address') return skipped;
  if (role === 'contacts') return { ...skipped, whose: person === '' ? 'contacts' : 'contact' };
  return { ...skipped, whose: role === 'owner' || role === 'person' ? role : undefined };
}

const DELIVERY_ROLES: Readonly<Record<ResolvedRecipient['role'], DeliveryRole>> = {
  team: 'team',
  contacts: 'team',
  owner: 'team',
  person: 'team',
  consultancy: 'consultancy',
  administrators: 'admin',
};
