import { MAX_RELEASED, type BulkResult, type ReleaseResult } from '@callpoint/contract/bulk';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../../db/tenant.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { bulkText, tryEach } from '../../http/bulk.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';

const REFERENCES = { button_click: 'button_click_id', form_submission: 'form_submission_id' } as const;
type RecordTable = keyof typeof REFERENCES;

type Held = { id: number; address: string; role: string };

const NONE_HELD = 'None of its messages is held.';
const TOO_MANY = `At most ${MAX_RELEASED} messages are released together. Release this record again.`;

/**
 * Releases the held messages of records. A record fails if it has none, or if one of them stays held.
 * @param release releases one message, or throws CallError with the reason
 */
export async function releaseRecords(
  request: FastifyRequest,
  table: RecordTable,
  ids: readonly number[],
  release: (tenant: TenantDb, id: number) => Promise<void>,
): Promise<{ ok: true; msg: string; data: ReleaseResult }> {
  const tenant = getTenantDb(request);
  const held = new Map<number, Held[]>();
  const { failed } = await tryEach(request, ids, async (id) => {
    held.set(id, await findHeld(tenant, table, id));
  });
  const data: ReleaseResult = { done: [], failed, released: 0 };
  let left = MAX_RELEASED;
  for (const [id, messages] of held) {
    if (messages.length > left) {
      failed.push({ id, msg: TOO_MANY });
      continue;
    }
    left -= messages.length;
    const result = await tryEach(
      request,
      messages.map((message) => message.id),
      (message) => release(tenant, message),
    );
    data.released += result.done.length;
    if (result.failed.length > 0) failed.push({ id, msg: reasonsOf(result, messages, tenant) });
    else data.done.push(id);
  }
  const released = data.released === 1 ? '1 message released' : `${data.released} messages released`;
  return { ok: true, msg: bulkText(released, data), data };
}

/** The held messages of a record, oldest first. Throws CallError if there is no such record, or no such message. */
async function findHeld(tenant: TenantDb, table: RecordTable, id: number): Promise<Held[]> {
  if (!(await tenant.find(table, id))) throw notFound();
  const messages = await tenant
    .selectFrom('delivery')
    .select(['id', 'address', 'role'])
    .where(REFERENCES[table], '=', id)
    .where('state', '=', 'held')
    .orderBy('id')
    .limit(MAX_RELEASED)
    .execute();
  if (messages.length === 0) throw conflict(NONE_HELD, 'ids');
  return messages;
}

/** Each reason with the recipients that it is about. A subscriber does not see the addresses of administrators. */
function reasonsOf({ failed }: BulkResult, messages: readonly Held[], { scope }: TenantDb): string {
  const names = new Map(
    messages.map(({ id, address, role }) => [
      id,
      role === 'admin' && scope !== 'all' ? 'an administrator' : address,
    ]),
  );
  const byReason = Object.groupBy(failed, ({ msg }) => msg);
  return Object.entries(byReason)
    .map(([reason, rows = []]) => `${rows.map(({ id }) => names.get(id)).join(', ')}: ${reason}`)
    .join(' ');
}
