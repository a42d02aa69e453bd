import { sql } from 'kysely';
import type { Role } from '@callpoint/contract/permissions';
import { diffRows, recordAudit, type Actor } from '../../db/history/audit.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { PasswordOwner } from '../../http/auth/password-rules.ts';
import { BLOCKED_TEXTS } from '../../http/auth/session-tokens.ts';

/** Accounts that can sign in. */

const TABLE = { admin: 'admin', team: 'team', app_user: 'app_user' } as const satisfies Record<Role, string>;

export type StoredAccount = {
  id: number;
  email: string;
  password_hash: string;
  /** The subscriber itself, or the subscriber of an app user. */
  team_id: number | null;
  /** Why it may not sign in; null if it may. */
  blocked: string | null;
};

const LOCKS = { shared: 'share', alone: 'no key update' } as const;

/** Finds an account by its address, in any case, or by its id. */
type Which = { email: string } | { id: number };

/** The account of a role, or undefined. */
export async function findAccount(
  db: AccountsDb,
  role: Role,
  which: Which,
): Promise<StoredAccount | undefined> {
  return await readAccount(db, role, which, null);
}

/**
 * Like `findAccount`, with locks: neither the account nor its subscriber changes until the transaction
 * ends; with `alone`, no other transaction can lock the account either.
 */
export async function lockAccount(
  tx: AccountsDb,
  role: Role,
  id: number,
  lock: 'shared' | 'alone' = 'shared',
): Promise<StoredAccount | undefined> {
  return await readAccount(tx, role, { id }, lock);
}

async function readAccount(
  db: AccountsDb,
  role: Role,
  which: Which,
  lock: 'shared' | 'alone' | null,
): Promise<StoredAccount | undefined> {
  const locking = lock === null ? sql`` : db.rowLock(LOCKS[lock]);
  const condition =
    'id' in which
      ? sql<boolean>`${sql.ref(`${role}.id`)} = ${which.id}`
      : sql<boolean>`lower(${sql.ref(`${role}.email`)}) = ${which.email.toLowerCase()}`;
  if (role === 'admin') {
    const admin = await db
      .selectFrom('admin')
      .select(['id', 'email', 'password_hash'])
      .where(condition)
      .modifyEnd(locking)
      .executeTakeFirst();
    return admin && { ...admin, team_id: null, blocked: null };
  }
  if (role === 'team') {
    const team = await db
      .selectFrom('team')
      .select(['id', 'email', 'password_hash', 'status'])
      .where(condition)
      .modifyEnd(locking)
      .executeTakeFirst();
    return team && { ...team, team_id: team.id, blocked: team.status === 0 ? BLOCKED_TEXTS.team : null };
  }
  const user = await db
    .selectFrom('app_user')
    .innerJoin('team', 'team.id', 'app_user.team_id')
    .select(['app_user.id', 'app_user.email', 'app_user.password_hash', 'app_user.team_id'])
    .select(['app_user.status', 'team.status as team_status'])
    .where(condition)
    .modifyEnd(locking)
    .executeTakeFirst();
  return user && { ...user, blocked: blockedUser(user.status, user.team_status) };
}

function blockedUser(status: number, teamStatus: number): string | null {
  if (status === 0) return BLOCKED_TEXTS.app_user;
  return teamStatus === 0 ? BLOCKED_TEXTS.users_team : null;
}

export async function findAdmin(db: AccountsDb, id: number) {
  return await db.selectFrom('admin').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findTeam(db: AccountsDb, id: number) {
  return await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function findAppUser(db: AccountsDb, id: number) {
  return await db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The account and subscriber whose words a new password must not consist of. */
export async function passwordOwner(db: AccountsDb, role: Role, id: number): Promise<PasswordOwner> {
  if (role === 'admin') return await findAdmin(db, id);
  if (role === 'team') return await findTeam(db, id);
  const { name, email, team_id } = await findAppUser(db, id);
  return { name, email, account_name: (await findTeam(db, team_id)).account_name };
}

/** The columns to store when the owner of the account sets the password. */
const KNOWN_TO_OWNER = {
  admin: { should_change_password: 0 },
  team: {},
  app_user: { password_set_by_other: 0 },
} as const satisfies Record<Role, object>;

/** Sets an account's password for its owner, with its audit entry; call it in a transaction. */
export async function setPassword(
  db: AccountsDb,
  actor: Actor,
  role: Role,
  id: number,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable(TABLE[role] as 'admin')
    .set({ password_hash: passwordHash, ...KNOWN_TO_OWNER[role] })
    .where('id', '=', id)
    .execute();
  await recordAudit(db, {
    actor,
    action: 'update',
    outcome: 'done',
    subject: TABLE[role],
    subjectId: id,
    teamId: (await readAccount(db, role, { id }, null))?.team_id ?? null,
    changes: diffRows({ password_hash: 'old' }, { password_hash: 'new' }),
  });
}

/** Replaces the hash with one of the same password with the current parameters, unless the password has changed since. */
export async function replaceHash(
  db: AccountsDb,
  role: Role,
  { id, password_hash }: StoredAccount,
  newHash: string,
): Promise<void> {
  await db
    .updateTable(TABLE[role] as 'team')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}
