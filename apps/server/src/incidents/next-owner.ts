import { incidentContent } from '@callpoint/alerts/escalation/step-content';
import { takeoverMessage } from '@callpoint/alerts/escalation/takeover-text';
import { EMERGENCY_BUTTON_ID, type ButtonId } from '@callpoint/contract/catalogue';
import { CHANNEL, type Channel } from '@callpoint/contract/channels/channels';
import type { DeliveryRole } from '@callpoint/contract/deliveries';
import type { IncidentsDb } from '../db/incidents.ts';
import type { Row } from '../db/rows.ts';
import type { ConfiguredChannels } from '../delivery/channels/channel.ts';
import { addMessages } from '../delivery/queue/outbox.ts';
import { readItemSettings } from '../planning/item-settings.ts';
import { isOwnedBy, type IncidentRow } from './incident-row.ts';
import { responderKey } from './open-incidents.ts';
import { readPress } from './read-press.ts';
import { phoneOf } from './responder.ts';

/**
 * Who has the incident next if its owner can't after all: the person who said first that they can help, too. Undefined if
 * no one did. People of the console who got no message are not asked.
 */
export async function findNextOwner(
  tx: IncidentsDb,
  incident: IncidentRow,
): Promise<Row<'incident_responder'> | undefined> {
  const willing = await tx
    .selectFrom('incident_responder')
    .selectAll()
    .where('incident_id', '=', incident.id)
    .where('answer', '=', 'have')
    .orderBy('answered_at')
    .orderBy('id')
    .execute();
  return willing.find((one) => !isOwnedBy(incident, phoneOf(one), one.person));
}

export type NotifyNeeds = { channels: ConfiguredChannels; mapsUrl: string };

/**
 * Tells the next owner that they have the incident, over each address at which they got a message; they are called only if
 * there is no other one.
 */
export async function notifyNextOwner(
  tx: IncidentsDb,
  { channels, mapsUrl }: NotifyNeeds,
  { incident, next, before }: { incident: IncidentRow; next: Row<'incident_responder'>; before: string },
  now: Date,
): Promise<void> {
  const addresses = await tx
    .selectFrom('incident_responder')
    .selectAll()
    .where('incident_id', '=', incident.id)
    .where('person', '=', next.person)
    .execute();
  const written = addresses.filter(({ channel }) => !CHANNEL[channel as Channel].isCall);
  const recipients = written.length > 0 ? written : addresses;
  const item = { kind: 'button', id: incident.button_id as ButtonId } as const;
  const press = await readPress(tx, incident, { mapsUrl });
  const { account, zone } = await readItemSettings(tx, incident.team_id, item);
  const { name, phone } = press.user;
  const { place, mapUrl, at } = press;
  const texts = takeoverMessage({ item, name, phone, at, zone, place, mapUrl, before });
  await addMessages(
    tx,
    channels,
    [
      {
        teamId: incident.team_id,
        kind: 'button',
        itemId: incident.button_id,
        submissionId: incident.button_click_id,
        isDeleted: press.isDeleted,
        emergency: incident.button_id === EMERGENCY_BUTTON_ID,
        purpose: 'update',
        account,
        incident: {
          id: incident.id,
          run: null,
          responders: new Map(recipients.map((one) => [responderKey(one), one.id])),
        },
        messages: recipients.map(({ channel, role, address }) => ({
          channel: channel as Channel,
          role: MESSAGE_ROLES[role] ?? 'team',
          address,
          skipped: null,
          ...incidentContent(channel as Channel, texts, {
            asksForAnswer: true,
            isDrill: incident.is_drill === 1,
          }),
        })),
      },
    ],
    now,
  );
}

/** The roles of recipients whose messages are not those of the team. */
const MESSAGE_ROLES: Readonly<Record<string, DeliveryRole>> = {
  consultancy: 'consultancy',
  administrators: 'admin',
  admin: 'admin',
};
