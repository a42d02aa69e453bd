import type { ButtonId } from '@callpoint/contract/catalog';
import { readPolicy } from '@callpoint/contract/escalation';
import type { Location } from '@callpoint/contract/fields';
import type {
  IncidentDetails,
  IncidentEvent,
  IncidentMessage,
  Responder,
} from '@callpoint/contract/incidents';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { readEmergencyNumber } from '../../planning/emergency-number.ts';
import { reasonText } from '../../delivery/channels/message-reason.ts';
import { isOwnedBy } from '../../incidents/incident-row.ts';
import { phoneOf } from '../../incidents/answers/responder.ts';
import { findUpcomingSteps, type UpcomingStepNeeds } from '../../incidents/escalation/upcoming-steps.ts';
import type { Answering } from './caller.ts';
import { incidentRows } from './incidents.lists.ts';
import { asStored, nameRecipients } from './name-recipients.ts';

/** One incident with its timeline and its messages; null if there is none in the caller's scope. `by`: who reads it. */
export async function readIncident(
  tenant: TenantDb,
  { platform, ...needs }: UpcomingStepNeeds & { platform: PlatformDb },
  id: number,
  by: Answering,
): Promise<IncidentDetails | null> {
  const { items } = await tenant.page(incidentRows, {
    page: 1,
    per_page: 1,
    sort: 'id',
    order: 'desc',
    filter_id: id,
  });
  const row = await tenant.find('incident', id);
  const [incident] = items;
  if (!incident || !row) return null;
  const press = await tenant
    .selectFrom('button_click')
    .select('earlier_locations')
    .where('id', '=', row.button_click_id)
    .executeTakeFirst();
  return {
    ...incident,
    is_mine: isOwnedBy(row, by.responder.phone, by.person),
    has_record: press !== undefined,
    note: row.note,
    emergency_number: await readEmergencyNumber(platform),
    policy: readPolicy(row.button_id as ButtonId, row.policy),
    run: row.run,
    upcoming: await findUpcomingSteps(needs, row, new Date()),
    earlier_locations: JSON.parse(press?.earlier_locations ?? '[]') as Location[],
    events: await readEvents(tenant, id),
    messages: await readMessages(tenant, row),
  };
}

async function readEvents(tenant: TenantDb, id: number): Promise<IncidentEvent[]> {
  const rows = await tenant
    .selectFrom('incident_event')
    .select(['seq', 'at', 'kind', 'actor', 'data', 'hash'])
    .where('incident_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map(({ actor, data, kind, ...event }) => ({
    ...event,
    kind: kind as IncidentEvent['kind'],
    actor: actor === null ? null : (JSON.parse(actor) as Responder),
    data: JSON.parse(data) as Record<string, unknown>,
  }));
}

async function readMessages(tenant: TenantDb, incident: Row<'incident'>): Promise<IncidentMessage[]> {
  const { id } = incident;
  const responders = await tenant
    .selectFrom('incident_responder')
    .select(['id', 'name', 'channel', 'address', 'person', 'answer', 'answered_at'])
    .where('incident_id', '=', id)
    .execute();
  const ownerOf =
    incident.closed_at === null ? await nameRecipients(tenant, incident.team_id, responders) : asStored;
  const known = new Map(
    responders.map((responder) => [responder.id, { ...responder, who: ownerOf(responder) }]),
  );
  const rows = await tenant
    .selectFrom('delivery')
    .select([
      'id',
      'incident_run',
      'responder_id',
      'channel',
      'role',
      'address',
      'state',
      'reason',
      'reason_code',
      'reason_params',
      'created_at',
      'sent_at',
      'delivered_at',
    ])
    .where('incident_id', '=', id)
    .orderBy('id')
    .execute();
  const pressed = { name: incident.user_name || null, person: 'pressed' };
  const numbers = new Map<string, number>();
  const numberOf = (person: string) => numbers.getOrInsert(person, numbers.size + 1);
  return rows.map((row) => {
    const responder = known.get(row.responder_id ?? 0);
    // Mail servers often repeat the address in their replies.
    const isHidden = row.role === 'admin' && tenant.scope !== 'all';
    const who = responder?.who ?? (row.role === 'user' ? pressed : { name: null, person: row.address });
    return {
      delivery_id: row.id,
      run: row.incident_run,
      channel: row.channel as IncidentMessage['channel'],
      role: row.role,
      person: numberOf(who.person),
      name: isHidden ? null : who.name,
      address: isHidden ? '' : row.address,
      state: row.state as IncidentMessage['state'],
      reason: isHidden ? null : reasonText(row as Parameters<typeof reasonText>[0]),
      created_at: row.created_at,
      sent_at: row.sent_at,
      delivered_at: row.delivered_at,
      answer: (responder?.answer ?? null) as IncidentMessage['answer'],
      answered_at: responder?.answered_at ?? null,
      is_owner: responder !== undefined && isOwnedBy(incident, phoneOf(responder), responder.person),
    };
  });
}
