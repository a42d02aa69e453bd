import type { Row } from '../../../db/rows.ts';
import type { TenantDb } from '../../../db/handles/tenant.ts';
import type { ExportEntry } from '../../../incidents/timeline/export-chain.ts';
import { parsed } from './parsed.ts';

type Press = Pick<
  Row<'button_click'>,
  'user_name' | 'user_email' | 'user_phone' | 'pressed_at' | 'created_at' | 'location' | 'earlier_locations'
>;

/**
 * The press of an incident. A deleted one is in the file until it is purged; then only the person and the times of the
 * incident are left. `deleted_at`: when someone deleted it.
 */
export async function pressEntry(tenant: TenantDb, incident: Row<'incident'>): Promise<ExportEntry> {
  const id = incident.button_click_id;
  const stored = await tenant.find('button_click', id);
  if (stored) return entryOf(id, stored, {});
  const item = await tenant
    .selectFrom('deleted_item')
    .select(['data', 'deleted_at'])
    .where('kind', '=', 'button_click')
    .where('row_id', '=', id)
    .executeTakeFirst();
  if (item) {
    const { row } = JSON.parse(item.data) as { row: Press };
    return entryOf(id, row, { deleted_at: item.deleted_at, is_purged: false });
  }
  const { user_name, user_email, user_phone, opened_at } = incident;
  const left = { user_name, user_email, user_phone, pressed_at: null, created_at: opened_at };
  return entryOf(
    id,
    { ...left, location: null, earlier_locations: null },
    { deleted_at: await deletedAt(tenant, id), is_purged: true },
  );
}

/** The audit keeps the time of a deletion. */
async function deletedAt(tenant: TenantDb, pressId: number): Promise<string | null> {
  const entry = await tenant
    .selectFrom('audit')
    .select('at')
    .where('subject', '=', 'button_click')
    .where('subject_id', '=', pressId)
    .where('action', '=', 'delete')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry?.at ?? null;
}

function entryOf(
  id: number,
  press: Press,
  deletion: { deleted_at?: string | null; is_purged?: boolean },
): ExportEntry {
  return {
    kind: 'press',
    data: {
      id,
      name: press.user_name,
      email: press.user_email,
      phone: press.user_phone,
      pressed_at: press.pressed_at,
      received_at: press.created_at,
      location: parsed(press.location),
      earlier_locations: parsed(press.earlier_locations) ?? [],
      ...deletion,
    },
  };
}
