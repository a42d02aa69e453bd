import { defaultSettings } from '@callpoint/alerts/default-settings';
import { FREE_MAX_USERS, type PlanKind } from '@callpoint/contract/subscribers';
import { sql } from 'kysely';
import type { Db, NewRow } from '../../db/tables.ts';

/** What a new subscriber gives; everything else starts as the free plan has it. */
export type NewSubscriber = Pick<
  NewRow<'team'>,
  'email' | 'account_name' | 'first_name' | 'last_name' | 'phone' | 'password_hash'
>;

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('team')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes a subscriber on the free plan, with every setting from the first moment. Call it in a transaction.
 * Returns the id, or null where the address is taken.
 */
export async function insertSubscriber(
  tx: Db,
  subscriber: NewSubscriber,
  now = new Date(),
): Promise<number | null> {
  const at = now.toISOString();
  const made = await tx
    .insertInto('team')
    .values({
      ...subscriber,
      is_paid: 0,
      plan: 'free' satisfies PlanKind,
      plan_id: null,
      plan_expires_at: null,
      max_users: FREE_MAX_USERS,
      status: 1,
      subscription_id: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;

  const settings = [...defaultSettings(subscriber)].map(([setting_key, setting_value]) => ({
    team_id: made.id,
    setting_key,
    setting_value,
    updated_at: at,
  }));
  await tx.insertInto('settings').values(settings).execute();
  await tx
    .insertInto('subscription_history')
    .values({
      team_id: made.id,
      changed_on: at,
      descr: 'Signed up on the free plan.',
      actor_role: 'team',
      actor_id: made.id,
    })
    .execute();
  return made.id;
}
