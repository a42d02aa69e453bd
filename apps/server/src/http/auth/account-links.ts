import { randomBytes } from 'node:crypto';
import type { Role } from '@callpoint/contract/permissions';
import { sql } from 'kysely';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { hashToken } from './session-tokens.ts';

/**
 * What a link allows: a new password, the confirmation of the address, sign-ins from a network (these are emailed), or
 * the sign-in of a phone (shown in the console).
 */
export type LinkPurpose = 'reset' | 'confirm' | 'unlock' | 'install';

export type LinkedAccount = { role: Role; account_id: number; email: string };

/** How long expired links are stored. */
const RETAINED = 24 * 3_600_000;

/** Creates a link for an account and returns its token. Only the hash of the token is stored. */
export async function createLink(
  db: AccountsDb,
  link: { purpose: LinkPurpose; role: Role; accountId: number; email: string; minutes: number },
  now = new Date(),
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('account_link')
    .values({
      purpose: link.purpose,
      token_hash: hashToken(token),
      role: link.role,
      account_id: link.accountId,
      email: link.email.toLowerCase(),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + link.minutes * 60_000).toISOString(),
      used_at: null,
    })
    .execute();
  return token;
}

/**
 * Uses a link: the account that it is for, or null if it is unknown, used or expired, or if the account's address has
 * changed. The account's row stays locked until the transaction ends.
 */
export async function useLink(
  tx: AccountsDb,
  purpose: LinkPurpose,
  token: string,
  now = new Date(),
): Promise<LinkedAccount | null> {
  const link = await findLink(tx, purpose, token, now);
  if (!link) return null;
  const { id, role, account_id, email } = link;
  // Locks the account before its links, like every change of an account, so that two changes never deadlock.
  const account = await tx
    .updateTable(role as 'admin')
    .set({ email: sql`email` })
    .where('id', '=', account_id)
    .where(sql`lower(email)`, '=', email)
    .returning('id')
    .executeTakeFirst();
  if (!account) return null;
  const used = await tx
    .updateTable('account_link')
    .set({ used_at: now.toISOString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return used ? { role, account_id, email } : null;
}

/** A link that may still be used, without using it. */
export async function findLink(
  db: AccountsDb,
  purpose: LinkPurpose,
  token: string,
  now = new Date(),
): Promise<(LinkedAccount & { id: number }) | null> {
  const link = await db
    .selectFrom('account_link')
    .select(['id', 'role', 'account_id', 'email'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return link ? { ...link, role: link.role as Role } : null;
}

/** The account that a link is or was for, even if it can no longer be used. */
export async function findLinkedAccount(
  db: AccountsDb,
  purpose: LinkPurpose,
  token: string,
): Promise<number | null> {
  const link = await db
    .selectFrom('account_link')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return link?.account_id ?? null;
}

/** When the links of this purpose were created for the account since `since`, the oldest first. */
export async function findLinkTimes(
  db: AccountsDb,
  account: { purpose: LinkPurpose; role: Role; accountId: number },
  since: Date,
): Promise<string[]> {
  const links = await db
    .selectFrom('account_link')
    .select('created_at')
    .where('purpose', '=', account.purpose)
    .where('role', '=', account.role)
    .where('account_id', '=', account.accountId)
    .where('created_at', '>', since.toISOString())
    .orderBy('created_at')
    .execute();
  return links.map(({ created_at }) => created_at);
}

/** How many links of this purpose an account has that are neither used nor expired. */
export async function countOpenLinks(
  db: AccountsDb,
  account: { purpose: LinkPurpose; role: Role; accountId: number },
  now = new Date(),
): Promise<number> {
  const { open } = await db
    .selectFrom('account_link')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('purpose', '=', account.purpose)
    .where('role', '=', account.role)
    .where('account_id', '=', account.accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return open;
}

/** True if a link of this purpose was created for the account since `since`. */
export async function createdLinkSince(
  db: AccountsDb,
  account: { purpose: LinkPurpose; role: Role; accountId: number },
  since: Date,
): Promise<boolean> {
  const link = await db
    .selectFrom('account_link')
    .select('id')
    .where('purpose', '=', account.purpose)
    .where('role', '=', account.role)
    .where('account_id', '=', account.accountId)
    .where('created_at', '>', since.toISOString())
    .executeTakeFirst();
  return link !== undefined;
}

/** Deletes links that expired long ago. */
export async function deleteOldLinks(db: AccountsDb, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - RETAINED).toISOString();
  await db.deleteFrom('account_link').where('expires_at', '<', before).execute();
}
