import type { Role } from '@callpoint/contract/permissions';
import { AccountsDb } from '../db/handles/accounts.ts';
import { SYSTEM } from '../db/history/audit.ts';
import type { Row } from '../db/rows.ts';
import type { Db } from '../db/tables.ts';
import { TenantDb } from '../db/handles/tenant.ts';
import { insertAppUser } from '../features/app-users/app-users.repository.ts';
import { addAdministrator } from '../features/sessions/administrators.ts';
import { insertSubscriber, type NewSubscriber } from '../features/subscribers/subscribers.repository.ts';
import { startSession } from '../http/auth/session-tokens.ts';
import { hashPassword } from '../http/auth/passwords.ts';

/**
 * Creates accounts with the product's own code, for tests, demo data and measurements. Values that are not given get
 * realistic, unique defaults.
 */

/** The default password of all accounts that a factory creates. */
export const FACTORY_PASSWORD = 'Orchard-lamp-42';

let hash: Promise<string> | undefined;
let count = 0;

function passwordHash(password: string | undefined): Promise<string> {
  if (password !== undefined) return hashPassword(password);
  return (hash ??= hashPassword(FACTORY_PASSWORD));
}

function next(): number {
  count += 1;
  return count;
}

/** A fictional US number, in the 555-01xx range of an area in which no test chooses a number. */
function phoneOf(number: number): string {
  return `+1 406 555 ${String(100 + (number % 100)).padStart(4, '0')}`;
}

type TeamOverrides = Partial<Omit<NewSubscriber, 'password_hash'>> & { password?: string } & Partial<
    Pick<
      Row<'team'>,
      | 'status'
      | 'plan'
      | 'is_paid'
      | 'plan_id'
      | 'plan_expires_at'
      | 'max_users'
      | 'subscription_id'
      | 'email_confirmed_at'
      | 'daily_email_limit'
      | 'daily_sms_limit'
    >
  >;

/** A subscriber with all its settings. Its email address is confirmed unless `overrides` says otherwise. */
export async function buildTeam(
  db: Db,
  overrides: TeamOverrides = {},
  now = new Date(),
): Promise<Row<'team'>> {
  const number = next();
  const { password, email, account_name, first_name, last_name, phone, ...rest } = overrides;
  const id = await new AccountsDb(db).transaction(async (tx) =>
    insertSubscriber(
      tx,
      { role: 'nobody', id: null, address: '' },
      {
        email: email ?? `team${number}@team.example`,
        account_name: account_name ?? `Team ${number}`,
        first_name: first_name ?? 'Tess',
        last_name: last_name ?? `Miller ${number}`,
        phone: phone ?? phoneOf(number),
        password_hash: await passwordHash(password),
      },
      now,
    ),
  );
  if (id === null) throw new Error('a subscriber with this email address already exists');
  const values = { email_confirmed_at: now.toISOString(), ...rest };
  await db.updateTable('team').set(values).where('id', '=', id).execute();
  return await db.selectFrom('team').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

type AppUserOverrides = { name?: string; email?: string; phone?: string; password?: string; status?: 0 | 1 };

/** An app user of a subscriber. */
export async function buildAppUser(
  db: Db,
  teamId: number,
  overrides: AppUserOverrides = {},
  now = new Date(),
): Promise<Row<'app_user'>> {
  const number = next();
  const { password, status, name, email, phone } = overrides;
  const id = await insertAppUser(
    new TenantDb(db, { teamId }, SYSTEM),
    teamId,
    {
      name: name ?? `User ${number}`,
      email: email ?? `user${number}@work.example`,
      phone: phone ?? phoneOf(number),
      password_hash: await passwordHash(password),
      sms_consent: null,
    },
    now,
  );
  if (status !== undefined) await db.updateTable('app_user').set({ status }).where('id', '=', id).execute();
  return await db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** An administrator. */
export async function buildAdmin(
  db: Db,
  overrides: { email?: string; password?: string; firstName?: string; lastName?: string } = {},
): Promise<Row<'admin'>> {
  const number = next();
  const email = overrides.email ?? `admin${number}@callpoint.example`;
  await addAdministrator(new AccountsDb(db), {
    email,
    password: overrides.password ?? FACTORY_PASSWORD,
    firstName: overrides.firstName ?? 'Ada',
    lastName: overrides.lastName ?? `Admin ${number}`,
    isPrinted: false,
  });
  return await db.selectFrom('admin').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
}

/** A session of an account that has just signed in. Returns its token. */
export async function buildSession(db: Db, role: Role, accountId: number): Promise<string> {
  return await startSession(new AccountsDb(db), role, accountId);
}
