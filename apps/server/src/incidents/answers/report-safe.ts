import { incidentContent } from '@callpoint/alerts/escalation/step-content';
import { safeMessage } from '@callpoint/alerts/escalation/step-texts';
import type { ButtonId } from '@callpoint/contract/catalog';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import { isEmailAddress } from '@callpoint/contract/fields';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { ACCOUNT_CHANNEL } from '../../delivery/channels/account-email.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { addNews } from '../add-news.ts';
import { appendEvent } from '../append-event.ts';
import { lockIncident, saveIn, type IncidentRow } from '../incident-row.ts';
import { responderKey } from '../open-incidents.ts';
import { readPress, type IncidentPress } from '../read-press.ts';

/** A report that arrives so many milliseconds later was delayed, and its messages say so. */
const DELAYED_AFTER = 5 * 60_000;

/**
 * The incident `id` whose person, with `name` and `phone`, reported being safe. `delayed`: when the person made a delayed report,
 * ISO 8601, and the time zone of the texts; null if it was not delayed.
 */
export type SafeReport = {
  id: number;
  teamId: number;
  item: { kind: 'button'; id: ButtonId };
  isDrill: boolean;
  name: string;
  phone: string;
  reason: string;
  delayed: { reportedAt: string; zone: string } | null;
};

/** `report`: null if the person reported it before. */
type ReportedIncident = { incident: IncidentRow; report: SafeReport | null };

type Notified = { channel: Channel; role: DeliveryRole; address: string; responder_id: number | null };

/**
 * Records that the person is safe, and notifies everyone who was notified of the incident. The incident stays open, so
 * that someone who forces the person to say so ends nothing. A repeated report changes nothing. `secondsAgo`: how long before `now`
 * the person made the report; never before the press.
 */
export async function reportSafe(
  tx: IncidentsDb,
  channels: ConfiguredChannels,
  { pressId, reason, secondsAgo }: { pressId: number; reason: string; secondsAgo: number },
  now: Date,
): Promise<ReportedIncident | 'missing' | 'closed'> {
  const found = await tx
    .selectFrom('incident')
    .select('id')
    .where('button_click_id', '=', pressId)
    .executeTakeFirst();
  const incident = found && (await lockIncident(tx, found.id));
  if (!incident) return 'missing';
  if (incident.safe_at !== null) return { incident, report: null };
  if (incident.closed_at !== null) return 'closed';
  const item = { kind: 'button', id: incident.button_id as ButtonId } as const;
  const press = await readPress(tx, incident, { mapsUrl: '' });
  const reportedAt = reportTime(press, secondsAgo, now);
  const isDelayed = now.getTime() - reportedAt.getTime() > DELAYED_AFTER;
  const at = reportedAt.toISOString();
  const receivedAt = isDelayed ? now.toISOString() : null;
  await saveIn(tx)(incident.id, { safe_at: at });
  const data = isDelayed ? { reason, received_at: receivedAt } : { reason };
  await appendEvent(tx, incident, { kind: 'safe', data }, reportedAt);
  const { account, zone } = await readItemSettings(tx, incident.team_id, item);
  const { name, phone } = press.user;
  const text = safeMessage({ item, name, phone, reason, at, receivedAt, zone });
  // Of an administrator who was in a step too, the recipient of the step counts.
  const notified = [...(await findAlarmed(tx, incident)), ...(await findNotified(tx, incident))];
  const recipients = new Map(notified.map((recipient) => [responderKey(recipient), recipient]));
  const isDrill = incident.is_drill === 1;
  await addNews(
    tx,
    channels,
    { incident, account, isDeleted: press.isDeleted },
    [...recipients.values()].map(({ channel, role, address, responder_id }) => ({
      responderId: responder_id,
      message: {
        channel,
        role,
        address,
        skipped: null,
        ...incidentContent(channel, text, { asksForAnswer: false, isDrill }),
      },
    })),
    now,
  );
  return {
    incident,
    report: {
      id: incident.id,
      teamId: incident.team_id,
      item,
      isDrill,
      name,
      phone,
      reason,
      delayed: isDelayed ? { reportedAt: at, zone } : null,
    },
  };
}

/** Not before the press, which may be newer than the report says: the phone counts the seconds of its own clock. */
function reportTime({ at }: IncidentPress, secondsAgo: number, now: Date): Date {
  const reported = Math.max(now.getTime() - secondsAgo * 1000, Date.parse(at));
  return new Date(Math.min(reported, now.getTime()));
}

/** The recipients of the press and of the steps. */
async function findNotified(tx: IncidentsDb, { id }: IncidentRow): Promise<Notified[]> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['channel', 'role', 'address', 'responder_id'])
    .distinct()
    .where('incident_id', '=', id)
    .where('responder_id', 'is not', null)
    .where('purpose', 'is distinct from', 'update')
    .execute();
  return rows.map((row) => ({ ...row, channel: row.channel as Channel, role: row.role as DeliveryRole }));
}

/**
 * Those who got an alarm about the press: the administrators, also if they still get the one that no one acknowledged, and the
 * subscriber.
 */
async function findAlarmed(tx: IncidentsDb, incident: IncidentRow): Promise<Notified[]> {
  if (incident.is_drill === 1) return [];
  const alarm = await tx
    .selectFrom('alarm')
    .select('admins_mailed_at')
    .where('button_click_id', '=', incident.button_click_id)
    .executeTakeFirst();
  const ofTeam = await tx
    .selectFrom('delivery')
    .select(['channel', 'role', 'address'])
    .distinct()
    .where('button_click_id', '=', incident.button_click_id)
    .where('purpose', '=', 'alarm')
    .where('role', '=', 'team')
    .execute();
  const hasAdministrators = incident.unanswered_at !== null || (alarm?.admins_mailed_at ?? null) !== null;
  return [
    ...(hasAdministrators ? await findAdministrators(tx) : []),
    ...ofTeam.map(({ channel, address }) => ({
      channel: channel as Channel,
      role: 'team' as const,
      address,
      responder_id: null,
    })),
  ];
}

async function findAdministrators(tx: IncidentsDb): Promise<Notified[]> {
  const administrators = await tx.selectFrom('admin').select('email').orderBy('id').execute();
  return administrators
    .filter(({ email }) => isEmailAddress(email))
    .map(({ email }) => ({ channel: ACCOUNT_CHANNEL, role: 'admin', address: email, responder_id: null }));
}
