import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { hashPassword } from '../../http/passwords.ts';

export const FIRST_ADMIN_EMAIL = 'admin@callpoint.local';

/** A password that nobody has to remember for long: 96 random bits. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}

/** Makes an administrator. Returns false where the address has one already. */
export async function addAdministrator(
  db: Db,
  admin: { email: string; password: string; firstName: string; lastName: string },
): Promise<boolean> {
  const at = new Date().toISOString();
  const made = await db
    .insertInto('admin')
    .values({
      email: admin.email,
      first_name: admin.firstName,
      last_name: admin.lastName,
      password_hash: await hashPassword(admin.password),
      should_change_password: 0,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/**
 * Makes the first administrator where there is none. Returns how to sign in, or null where one was there;
 * `password` is null where it was given and need not be told.
 */
export async function ensureFirstAdministrator(
  db: Db,
  given: { email: string | null; password: string | null },
): Promise<{ email: string; password: string | null } | null> {
  const some = await db.selectFrom('admin').select('id').limit(1).executeTakeFirst();
  if (some) return null;
  const email = given.email ?? FIRST_ADMIN_EMAIL;
  const password = given.password ?? randomPassword();
  const made = await addAdministrator(db, {
    email,
    password,
    firstName: 'Platform',
    lastName: 'Administrator',
  });
  return made ? { email, password: given.password === null ? password : null } : null;
}
