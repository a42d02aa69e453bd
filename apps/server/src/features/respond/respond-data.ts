import { BUTTON_LABELS, type ButtonId } from '@callpoint/contract/catalogue';
import { readPolicy } from '@callpoint/contract/escalation';
import type { IncidentState } from '@callpoint/contract/incident-states';
import type { Responder } from '@callpoint/contract/incidents';
import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { IncidentsDb } from '../../db/incidents.ts';
import { isOwnedBy, ownerOf } from '../../incidents/incident-row.ts';
import type { LinkedResponder } from '../../incidents/links.ts';
import { phoneOf } from '../../incidents/recipient-answers.ts';
import { readPress, type IncidentPress } from '../../incidents/read-press.ts';

/** Another recipient, without their address. */
export type OtherRecipient = { who: string; how: string; answer: 'have' | 'cannot' | null };

/** What the page behind a personal link shows. */
export type RespondData = {
  label: string;
  isDrill: boolean;
  state: IncidentState;
  press: IncidentPress;
  /** The time zone of the subscriber. */
  zone: string;
  owner: Responder | null;
  etaAt: string | null;
  onTheWayAt: string | null;
  arrivedAt: string | null;
  safeAt: string | null;
  closedAt: string | null;
  outcome: string | null;
  procedure: string;
  /** The answer of the person who opened the page, and whether they own the incident. */
  answer: 'have' | 'cannot' | null;
  isOwner: boolean;
  others: OtherRecipient[];
};

/** The most recipients that the page lists. */
const MAX_OTHERS = 30;

export async function readRespondData(
  db: IncidentsDb,
  { responder, incident }: LinkedResponder,
  { mapsUrl }: { mapsUrl: string },
): Promise<RespondData> {
  const owner = ownerOf(incident);
  const team = await db
    .selectFrom('team')
    .select('time_zone')
    .where('id', '=', incident.team_id)
    .executeTakeFirst();
  const others = await db
    .selectFrom('incident_responder')
    .select(['name', 'channel', 'address', 'role', 'answer', 'person'])
    .where('incident_id', '=', incident.id)
    .where('id', '!=', responder.id)
    .where('person', '!=', responder.person)
    .orderBy('id')
    .limit(MAX_OTHERS)
    .execute();
  return {
    label: BUTTON_LABELS[incident.button_id as ButtonId],
    isDrill: incident.is_drill === 1,
    state: incident.state as IncidentState,
    press: await readPress(db, incident, { mapsUrl }),
    zone: team?.time_zone ?? DEFAULT_ZONE,
    owner,
    etaAt: incident.eta_at,
    onTheWayAt: incident.on_the_way_at,
    arrivedAt: incident.arrived_at,
    safeAt: incident.safe_at,
    closedAt: incident.closed_at,
    outcome: incident.outcome,
    procedure: readPolicy(incident.button_id as ButtonId, incident.policy).procedure,
    answer: responder.answer as RespondData['answer'],
    isOwner: isOwnedBy(incident, phoneOf(responder), responder.person),
    others: others.map(({ name, address, channel, role, answer }) => ({
      who: name ?? `${ROLE_NAMES[role] ?? 'Recipient'} (${maskAddress(address)})`,
      how: channel,
      answer: answer as OtherRecipient['answer'],
    })),
  };
}

const ROLE_NAMES: Readonly<Record<string, string>> = {
  team: 'Safety team',
  contacts: 'Safety contact',
  owner: 'Account owner',
  consultancy: 'Safety consultancy',
  administrators: 'Administrator',
};

/** Enough of an address for a colleague to recognize it. */
export function maskAddress(address: string): string {
  const [name = '', host] = address.split('@');
  if (host !== undefined) return `${name.slice(0, 2)}…@${host}`;
  return address.startsWith('+') ? `…${address.slice(-4)}` : 'Callpoint app';
}
