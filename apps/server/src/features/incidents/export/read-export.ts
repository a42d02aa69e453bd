import { isDeepStrictEqual } from 'node:util';
import { itemLabel, type ButtonId } from '@callpoint/contract/catalog';
import type { PlatformDb } from '../../../db/handles/platform.ts';
import type { TenantDb } from '../../../db/handles/tenant.ts';
import type { Row } from '../../../db/rows.ts';
import { CallError } from '../../../http/errors/call-error.ts';
import {
  EXPORT_FORMAT,
  RowChain,
  type ExportEntry,
  type IncidentFile,
} from '../../../incidents/timeline/export-chain.ts';
import { Slices } from '../../../scheduling/slices.ts';
import { messageEntries } from './export-messages.ts';
import { parsed } from './parsed.ts';
import { pressEntry } from './press-entry.ts';

/**
 * The complete record of an incident as one file; null if there is none in the caller's scope. Throws CallError 503 if the incident
 * changes all the time, and the reason of `signal` if it aborts.
 */
export async function readExport(
  tenant: TenantDb,
  platform: PlatformDb,
  id: number,
  now: Date,
  signal?: AbortSignal,
): Promise<IncidentFile | null> {
  const entries = await readEntries(tenant, platform, id, signal);
  if (!entries) return null;
  const chain = new RowChain();
  const slices = new Slices();
  for (const entry of entries) {
    chain.add(entry);
    await slices.pause();
  }
  signal?.throwIfAborted();
  const { rows } = chain;
  return {
    format: EXPORT_FORMAT,
    incident_id: id,
    exported_at: now.toISOString(),
    rows,
    count: rows.length,
    hash: rows.at(-1)?.hash ?? '',
  };
}

/** How often an incident that changes meanwhile is read: the file would contradict its timeline. */
const READS = 3;
/** Seconds. */
const RETRY_AFTER = 5;

async function readEntries(
  tenant: TenantDb,
  platform: PlatformDb,
  id: number,
  signal: AbortSignal | undefined,
): Promise<ExportEntry[] | null> {
  let before = await readState(tenant, id);
  for (let read = 1; read <= READS && before.incident; read += 1) {
    const entries = [
      await incidentEntry(tenant, before.incident),
      await pressEntry(tenant, before.incident),
      ...(await eventEntries(tenant, id)),
      ...(await messageEntries(tenant, platform, id, signal)),
    ];
    const after = await readState(tenant, id);
    if (isDeepStrictEqual(before, after)) return entries;
    before = after;
  }
  if (before.incident)
    throw new CallError(503, 'The incident is changing. Try again in a moment.', [], RETRY_AFTER);
  return null;
}

/** Every change of an incident, or of an answer of its recipients, changes it. */
async function readState(tenant: TenantDb, id: number) {
  const incident = await tenant.find('incident', id);
  const events = await tenant
    .selectFrom('incident_event')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('incident_id', '=', id)
    .executeTakeFirst();
  return { incident, lastEvent: events?.last };
}

async function incidentEntry(tenant: TenantDb, incident: Row<'incident'>): Promise<ExportEntry> {
  const { id, team_id, button_id, is_drill, policy, owner, closed_by } = incident;
  const team = await tenant.find('team', team_id);
  return {
    kind: 'incident',
    data: {
      id,
      subscriber: team?.account_name ?? '',
      time_zone: team?.time_zone ?? null,
      button_id,
      button: itemLabel({ kind: 'button', id: button_id as ButtonId }),
      is_drill: is_drill === 1,
      state: incident.state,
      opened_at: incident.opened_at,
      acknowledged_at: incident.acknowledged_at,
      owner: parsed(owner),
      eta_at: incident.eta_at,
      on_the_way_at: incident.on_the_way_at,
      arrived_at: incident.arrived_at,
      safe_at: incident.safe_at,
      unanswered_at: incident.unanswered_at,
      closed_at: incident.closed_at,
      closed_by: incident.closed_at === null ? null : parsedOr(closed_by),
      outcome: incident.outcome,
      note: incident.note,
      policy: parsed(policy),
    },
  };
}

async function eventEntries(tenant: TenantDb, id: number): Promise<ExportEntry[]> {
  const rows = await tenant
    .selectFrom('incident_event')
    .select(['seq', 'at', 'kind', 'actor', 'data', 'hash'])
    .where('incident_id', '=', id)
    .orderBy('seq')
    .execute();
  // `actor` and `data` stay texts: their hash covers these exact texts.
  return rows.map((event) => ({ kind: 'event', data: event }));
}

/** A word, or JSON of a responder. */
function parsedOr(text: string | null): unknown {
  return text?.startsWith('{') ? parsed(text) : text;
}
