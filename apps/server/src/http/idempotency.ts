import { createHash, createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AccountsDb } from '../db/handles/accounts.ts';
import type { OtherHandles, TenantDb } from '../db/handles/tenant.ts';
import { HOUR } from '../scheduling/durations.ts';
import { getCaller, getTenantDb } from './auth/guard.ts';
import { badInput, conflict } from './errors/call-error.ts';

/** Create calls that a client may repeat: a call with an idempotency key that was used before creates nothing again. */

/** A created row. `repeated`: an earlier call with the same key created it. */
export type Created = { id: number; repeated?: true };

const HEADER = 'idempotency-key';
/** As the draft standard writes it, in quotation marks; or without. */
const KEY = /^("?)([\x21\x23-\x5b\x5d-\x7e]{16,200})\1$/;
const INVALID = 'must be 16 to 200 visible characters without quotation marks inside';

const OTHER_BODY =
  'Your first attempt was received and saved, with other values. Look for it in the list and change it there.';

/** Milliseconds after which a key is deleted, and the number of keys that an account can have until then. */
const KEY_LIFETIME = 24 * HOUR;
const MAX_KEYS = 1000;

type Attempt = { role: string; accountId: number; call: string; keyHash: string; bodyHash: string };

/** Another call with the same key has committed first. */
class Repeated extends Error {}

/**
 * Creates a row, and stores the call's idempotency key in the same transaction. Of calls with the same key, one creates
 * a row; the others return it. Without a key, each call creates a row.
 * Throws CallError 409 if the key was used with another body, and 400 for a malformed key.
 * @param prepare checks the input and returns what to do in the transaction, which returns the row's id
 */
export async function createOnce(
  request: FastifyRequest,
  accounts: AccountsDb,
  prepare: () => Promise<(tenant: TenantDb, others: OtherHandles) => Promise<number>>,
): Promise<Created> {
  const attempt = readAttempt(request);
  if (attempt === null) return { id: await getTenantDb(request).transaction(await prepare()) };
  const earlier = await findCreated(accounts, attempt);
  if (earlier) return earlier;
  try {
    const create = await prepare();
    const id = await getTenantDb(request).transaction(async (tenant, others) => {
      const created = await create(tenant, others);
      if (!(await storeKey(others.accounts, attempt, created, new Date()))) throw new Repeated();
      return created;
    });
    return { id };
  } catch (error) {
    // Also an error such as a taken address can be the effect of the other call.
    const other = await findCreated(accounts, attempt);
    if (other) return other;
    throw error;
  }
}

/** Deletes the keys that have expired. */
export async function deleteOldKeys(accounts: AccountsDb, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - KEY_LIFETIME).toISOString();
  await accounts.deleteFrom('idempotency_key').where('created_at', '<', before).execute();
}

/** Null for a call without a key. */
function readAttempt(request: FastifyRequest): Attempt | null {
  const header = request.headers[HEADER];
  if (header === undefined) return null;
  const key = typeof header === 'string' ? KEY.exec(header.trim())?.[2] : undefined;
  if (key === undefined) throw badInput([{ msg: `Idempotency-Key ${INVALID}.`, field: 'Idempotency-Key' }]);
  const { role, id } = getCaller(request);
  const { token: _, my: __, ...body } = request.body as Record<string, unknown>;
  return {
    role,
    accountId: id,
    call: request.routeOptions.config.call?.name ?? '',
    keyHash: createHash('sha256').update(key).digest('base64url'),
    // With the key, which is not stored: the hash of a body with a password must not allow guessing it.
    bodyHash: createHmac('sha256', key).update(JSON.stringify(body)).digest('base64url'),
  };
}

async function findCreated(accounts: AccountsDb, attempt: Attempt): Promise<Created | null> {
  const row = await accounts
    .selectFrom('idempotency_key')
    .select(['created_id', 'body_hash'])
    .where('role', '=', attempt.role)
    .where('account_id', '=', attempt.accountId)
    .where('call', '=', attempt.call)
    .where('key_hash', '=', attempt.keyHash)
    .executeTakeFirst();
  if (!row) return null;
  if (row.body_hash !== attempt.bodyHash) throw conflict(OTHER_BODY, 'Idempotency-Key');
  return { id: row.created_id, repeated: true };
}

/** False if the key exists. */
async function storeKey(tx: AccountsDb, attempt: Attempt, createdId: number, now: Date): Promise<boolean> {
  const { role, accountId } = attempt;
  const stored = await tx
    .insertInto('idempotency_key')
    .values({
      role,
      account_id: accountId,
      call: attempt.call,
      key_hash: attempt.keyHash,
      body_hash: attempt.bodyHash,
      created_id: createdId,
      created_at: now.toISOString(),
    })
    .onConflict((clash) => clash.columns(['role', 'account_id', 'call', 'key_hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return false;
  const oldest = await tx
    .selectFrom('idempotency_key')
    .select('id')
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .offset(MAX_KEYS)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await tx
      .deleteFrom('idempotency_key')
      .where('role', '=', role)
      .where('account_id', '=', accountId)
      .where('id', '<=', oldest.id)
      .execute();
  return true;
}
