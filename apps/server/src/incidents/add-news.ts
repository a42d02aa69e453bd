import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { IncidentsDb } from '../db/handles/incidents.ts';
import type { ConfiguredChannels } from '../delivery/channels/channel.ts';
import { addMessages, type OutboxMessage, type SubmissionMessages } from '../delivery/queue/outbox.ts';
import type { IncidentRow } from './incident-row.ts';
import { responderKey } from './open-incidents.ts';

/** A message, and the recipient of the incident that it is for; null for someone who is none. */
export type NewsMessage = { message: OutboxMessage; responderId: number | null };

/** What the messages are about. `isDeleted`: the press was. */
export type NewsSubject = {
  incident: IncidentRow;
  isDeleted: boolean;
  account: NonNullable<SubmissionMessages['account']>;
};

/** Adds messages about an incident that belong to no step, in the caller's transaction. */
export async function addNews(
  tx: IncidentsDb,
  channels: ConfiguredChannels,
  { incident, account, isDeleted }: NewsSubject,
  news: readonly NewsMessage[],
  now: Date,
): Promise<void> {
  const responders = news.flatMap(({ responderId, message }) =>
    responderId === null ? [] : [[responderKey(message), responderId] as const],
  );
  await addMessages(
    tx,
    channels,
    [
      {
        teamId: incident.team_id,
        kind: 'button',
        itemId: incident.button_id,
        submissionId: incident.button_click_id,
        isDeleted,
        emergency: incident.button_id === EMERGENCY_BUTTON_ID,
        purpose: 'update',
        account,
        incident: { id: incident.id, run: null, responders: new Map(responders) },
        messages: news.map(({ message }) => message),
      },
    ],
    now,
  );
}
