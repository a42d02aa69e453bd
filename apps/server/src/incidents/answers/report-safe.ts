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
import { readPress } from '../read-press.ts';

/** The incident `id` whose person, with `name` and `phone`, reported being safe. */
export type SafeReport = {
  id: number;
  teamId: number;
  item: { kind: 'button'; id: ButtonId };
  isDrill: boolean;
  name: string;
  phone: string;
  reason: string;
};

/** `report`: null if the person reported it before. */
type ReportedIncident = { incident: IncidentRow; report: SafeReport | null };

type Notified = { channel: Channel; role: DeliveryRole; address: string; responder_id: number | null };

/**
 * Records that the person is safe, and notifies everyone who was notified of the incident. The incident stays open, so
 * that someone who forces the person to say so ends nothing. A repeated report changes nothing.
 */
export async function reportSafe(
  tx: IncidentsDb,
  channels: ConfiguredChannels,
  { pressId, reason }: { pressId: number; reason: string },
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
  await saveIn(tx)(incident.id, { safe_at: now.toISOString() });
  await appendEvent(tx, incident, { kind: 'safe', data: { reason } }, now);
  const item = { kind: 'button', id: incident.button_id as ButtonId } as const;
  const press = await readPress(tx, incident, { mapsUrl: '' });
  const { account, zone } = await readItemSettings(tx, incident.team_id, item);
  const { name, phone } = press.user;
  const text = safeMessage({ item, name, phone, reason, at: now.toISOString(), zone });
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
    report: { id: incident.id, teamId: incident.team_id, item, isDrill, name, phone, reason },
  };
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
