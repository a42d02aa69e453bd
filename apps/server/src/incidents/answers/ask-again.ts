import { incidentContent } from '@callpoint/alerts/escalation/step-content';
import { withdrawnMessage } from '@callpoint/alerts/escalation/withdrawn-text';
import type { ButtonId } from '@callpoint/contract/catalog';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { Row } from '../../db/rows.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { readItemSettings } from '../../planning/item-settings.ts';
import { addNews } from '../add-news.ts';
import { isOwnedBy, type IncidentRow } from '../incident-row.ts';
import { readPress } from '../read-press.ts';
import { phoneOf } from './responder.ts';

type Responder = Row<'incident_responder'>;

/**
 * Addresses of the people who offered to help the owner of an incident. People of the console who got no message are not asked.
 */
export async function findWilling(tx: IncidentsDb, incident: IncidentRow): Promise<Responder[]> {
  const answered = await tx
    .selectFrom('incident_responder')
    .select('person')
    .where('incident_id', '=', incident.id)
    .where('answer', '=', 'have')
    .execute();
  if (answered.length === 0) return [];
  const people = [...new Set(answered.map(({ person }) => person))];
  const addresses = await tx
    .selectFrom('incident_responder')
    .selectAll()
    .where('incident_id', '=', incident.id)
    .where('person', 'in', people)
    .orderBy('id')
    .execute();
  return addresses.filter((one) => !isOwnedBy(incident, phoneOf(one), one.person));
}

export type NotifyNeeds = { channels: ConfiguredChannels; mapsUrl: string };

/**
 * Asks people who offered to help to say again that they have it, because the owner can't after all. They are called only if there is
 * no other address. The escalation does not wait for them.
 */
export async function askAgain(
  tx: IncidentsDb,
  { channels, mapsUrl }: NotifyNeeds,
  { incident, willing, before }: { incident: IncidentRow; willing: readonly Responder[]; before: string },
  now: Date,
): Promise<void> {
  if (willing.length === 0) return;
  const isCall = ({ channel }: Responder) => CHANNEL[channel as Channel].isCall;
  const canRead = new Set(willing.filter((one) => !isCall(one)).map(({ person }) => person));
  const recipients = willing.filter((one) => !isCall(one) || !canRead.has(one.person));
  const item = { kind: 'button', id: incident.button_id as ButtonId } as const;
  const press = await readPress(tx, incident, { mapsUrl });
  const { account, zone } = await readItemSettings(tx, incident.team_id, item);
  const { name, phone } = press.user;
  const { place, mapUrl, at, isCheckIn } = press;
  const safeAt = incident.safe_at;
  const texts = withdrawnMessage({ item, name, phone, at, zone, isCheckIn, safeAt, place, mapUrl, before });
  await addNews(
    tx,
    channels,
    { incident, account, isDeleted: press.isDeleted },
    recipients.map(({ id, channel, role, address }) => ({
      responderId: id,
      message: {
        channel: channel as Channel,
        role: MESSAGE_ROLES[role] ?? 'team',
        address,
        skipped: null,
        ...incidentContent(channel as Channel, texts, {
          asksForAnswer: true,
          isDrill: incident.is_drill === 1,
        }),
      },
    })),
    now,
  );
}

/** The roles of recipients whose messages are not those of the team. */
const MESSAGE_ROLES: Readonly<Record<string, DeliveryRole>> = {
  consultancy: 'consultancy',
  administrators: 'admin',
  admin: 'admin',
};
