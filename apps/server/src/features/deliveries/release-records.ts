import { sql } from 'kysely';
import { MAX_RELEASED, type ReleaseResult } from '@callpoint/contract/bulk';
import type { Channel } from '@callpoint/contract/channels/channels';
import type { FastifyRequest } from 'fastify';
import type { TenantDb } from '../../db/handles/tenant.ts';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { bulkText, tryEach } from '../../http/bulk.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';

const REFERENCES = { button_click: 'button_click_id', form_submission: 'form_submission_id' } as const;
type RecordTable = keyof typeof REFERENCES;

type Held = { id: number; channel: string };

const NONE_HELD = 'None of its messages is held.';
const TOO_MANY = `At most ${MAX_RELEASED} messages are released together. Release this record again.`;

/**
 * Releases the held messages of records. A record fails if it has none, or if one of them stays held. Messages of
 * channels that are not configured stay held, and fail a record only if all of its messages do.
 * @param release releases one message, or throws CallError with the reason
 */
export async function releaseRecords(
  request: FastifyRequest,
  table: RecordTable,
  ids: readonly number[],
  channels: ConfiguredChannels,
  release: (tenant: TenantDb, id: number) => Promise<void>,
): Promise<{ ok: true; msg: string; data: ReleaseResult }> {
  const tenant = getTenantDb(request);
  const held = new Map<number, Held[]>();
  const { failed } = await tryEach(request, ids, async (id) => {
    held.set(id, await findHeld(tenant, table, id, channels));
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
    const reasons = new Set(result.failed.map(({ msg }) => msg));
    if (reasons.size > 0) failed.push({ id, msg: [...reasons].join(' ') });
    else data.done.push(id);
  }
  const released = data.released === 1 ? '1 message released' : `${data.released} messages released`;
  return { ok: true, msg: bulkText(released, data), data };
}

/** The held messages of a record, oldest first. Throws CallError if there is no such record, or no such message. */
async function findHeld(
  tenant: TenantDb,
  table: RecordTable,
  id: number,
  channels: ConfiguredChannels,
): Promise<Held[]> {
  if (!(await tenant.find(table, id))) throw notFound();
  const messages = await tenant
    .selectFrom('delivery')
    .select(['id', 'channel'])
    .where(REFERENCES[table], '=', id)
    .where('state', '=', sql.lit('held'))
    // The list counts these: neither messages of a later step, nor those whose text was deleted.
    .where('purpose', 'is', null)
    .where('purged_at', 'is', null)
    .orderBy('id')
    .execute();
  if (messages.length === 0) throw conflict(NONE_HELD, 'ids');
  const sendable = messages.filter(({ channel }) => channels[channel as Channel]);
  return (sendable.length > 0 ? sendable : messages).slice(0, MAX_RELEASED);
}
