import { SIGNED_OUT } from '@callpoint/contract/error-codes';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { StartError } from '../../config/start-error.ts';
import { diffRows, recordAudit, SYSTEM } from '../../db/history/audit.ts';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { passwordProblems } from '../../http/auth/password-rules.ts';
import { hashPassword } from '../../http/auth/passwords.ts';
import { revokeSessions } from '../../http/auth/session-revocation.ts';

const FIRST_ADMIN_EMAIL = 'admin@callpoint.local';

/** A temporary password: 128 random bits. */
export function randomPassword(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Creates an administrator; the console prompts for another password if this one was printed. Returns false if the
 * address already has an administrator.
 */
export async function addAdministrator(
  db: AccountsDb,
  admin: { email: string; password: string; firstName: string; lastName: string; isPrinted: boolean },
): Promise<boolean> {
  const at = new Date().toISOString();
  const created = await db
    .insertInto('admin')
    .values({
      email: admin.email,
      first_name: admin.firstName,
      last_name: admin.lastName,
      password_hash: await hashPassword(admin.password),
      should_change_password: admin.isPrinted ? 1 : 0,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return created !== undefined;
}

/**
 * Creates the first administrator if there is none. Returns its email address and password, or null if there was one;
 * `password` is null if it was configured and need not be printed. Throws if the configured password is weak.
 */
export async function ensureFirstAdministrator(
  db: AccountsDb,
  given: { email: string | null; password: string | null },
): Promise<{ email: string; password: string | null } | null> {
  const some = await db.selectFrom('admin').select('id').limit(1).executeTakeFirst();
  if (some) return null;
  const email = given.email ?? FIRST_ADMIN_EMAIL;
  const [problem] = given.password === null ? [] : passwordProblems(given.password, { email });
  if (problem) throw new StartError(`ADMIN_PASSWORD cannot be used. ${problem}`);
  const password = given.password ?? randomPassword();
  const created = await addAdministrator(db, {
    email,
    password,
    firstName: 'Platform',
    lastName: 'Administrator',
    isPrinted: given.password === null,
  });
  return created ? { email, password: given.password === null ? password : null } : null;
}

export type AdministratorRemoval = 'removed' | 'missing' | 'last';

/** Deletes an administrator and revokes its sessions; never deletes the last administrator. */
export async function removeAdministrator(db: AccountsDb, email: string): Promise<AdministratorRemoval> {
  return await db.transaction(async (tx) => {
    // All administrators are locked, so that two commands cannot delete the last two.
    const all = await tx
      .selectFrom('admin')
      .select(['id', 'email', 'first_name', 'last_name'])
      .orderBy('id')
      .modifyEnd(tx.rowLock('update'))
      .execute();
    const admin = all.find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!admin) return 'missing';
    if (all.length === 1) return 'last';
    await tx.deleteFrom('admin').where('id', '=', admin.id).execute();
    await revokeSessions(tx, 'admin', admin.id, SIGNED_OUT);
    await recordAudit(tx, {
      actor: SYSTEM,
      action: 'delete',
      outcome: 'done',
      subject: 'admin',
      subjectId: admin.id,
      teamId: null,
      changes: diffRows(admin, null),
    });
    return 'removed';
  });
}
