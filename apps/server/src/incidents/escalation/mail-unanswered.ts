import { sql } from 'kysely';
import type { ButtonId } from '@callpoint/contract/catalog';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { addAdministratorAlarm } from '../../delivery/queue/administrator-alarm.ts';
import { incidentUrl, openIncidentsUrl } from '../../delivery/queue/incident-url.ts';
import type { IncidentRow } from '../incident-row.ts';

export type MailNeeds = {
  channels: ConfiguredChannels;
  /** The console's public address; null where it is not configured. */
  publicUrl: string | null;
};

/**
 * Emails every administrator that no one acknowledged an incident whose press was deleted: an alarm refers to its press, so
 * there is none for the watchdog to email about.
 */
export async function mailUnanswered(
  tx: IncidentsDb,
  { channels, publicUrl }: MailNeeds,
  incident: IncidentRow,
  now: Date,
): Promise<void> {
  const { team_id: teamId, button_id, button_click_id, user_name: name, user_phone: phone } = incident;
  const { account_name, phone: number } = await tx
    .selectFrom('team')
    .select(['account_name', 'phone'])
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const item = { kind: 'button', id: button_id as ButtonId } as const;
  const submission = {
    item,
    name,
    phone,
    at: incident.opened_at,
    zone: DEFAULT_ZONE,
    reason: 'unacknowledged',
    link: null,
    incidentLink: incidentUrl(publicUrl, incident.id),
    acknowledged: null,
    hasNotified: await hasNotified(tx, incident),
    safeAt: incident.safe_at,
  } as const;
  await addAdministratorAlarm(
    tx,
    channels,
    {
      teamId,
      kind: item.kind,
      itemId: item.id,
      submissionId: button_click_id,
      isDeleted: true,
      incident: { id: incident.id, run: null, responders: new Map() },
      emergency: true,
    },
    {
      subscriber: { id: teamId, name: account_name, phone: number },
      at: now.toISOString(),
      count: 1,
      entries: [submission],
      incidentsLink: openIncidentsUrl(publicUrl, teamId),
    },
    now,
  );
}

/** Whether a message of the press or of a step was sent to someone else than the person who pressed. */
async function hasNotified(tx: IncidentsDb, { id }: IncidentRow): Promise<boolean> {
  const sent = await tx
    .selectFrom('delivery')
    .select('id')
    .where('incident_id', '=', id)
    .where('responder_id', 'is not', null)
    .where('purpose', 'is distinct from', 'update')
    .where('state', '=', sql.lit('sent'))
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}
