import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import type { PlanKind } from '@callpoint/contract/plan-kinds';
import { FREE_MAX_USERS } from '@callpoint/contract/subscribers';
import { sql } from 'kysely';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import { diffRows, recordAudit, type Actor } from '../../db/history/audit.ts';
import { markReachability } from '../../db/reachability-marks.ts';
import { searchText } from '../../db/lists/search-text.ts';
import type { NewRow, Row } from '../../db/rows.ts';

/** The data of a new subscriber; all other columns have the values of the free plan. */
export type NewSubscriber = Pick<
  NewRow<'team'>,
  'email' | 'account_name' | 'first_name' | 'last_name' | 'phone' | 'password_hash'
> &
  Partial<Pick<NewRow<'team'>, 'time_zone' | 'terms_version' | 'terms_accepted_at'>>;

/** The search text of a subscriber. */
export function subscriberSearchText(
  of: Pick<Row<'team'>, 'first_name' | 'last_name' | 'account_name' | 'email' | 'phone'>,
): string {
  return searchText([`${of.first_name} ${of.last_name}`, of.account_name, of.email], [of.phone]);
}

/** True if a subscriber other than `exceptId` signs in with this address. */
export async function isSubscriberEmailTaken(
  db: AccountsDb,
  email: string,
  exceptId: number | null,
): Promise<boolean> {
  const query = db
    .selectFrom('team')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase());
  const row = await (exceptId === null ? query : query.where('id', '!=', exceptId)).executeTakeFirst();
  return row !== undefined;
}

/**
 * Creates a subscriber on the free plan with all settings. Call it in a transaction. A visitor
 * who signs up has the role `nobody` until then.
 * Returns the id, or null if the address is taken.
 */
export async function insertSubscriber(
  tx: AccountsDb,
  actor: Actor,
  subscriber: NewSubscriber,
  now = new Date(),
): Promise<number | null> {
  const at = now.toISOString();
  const byThemselves = actor.role === 'nobody';
  const created = await tx
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
      search_text: subscriberSearchText(subscriber),
      // An address that an administrator enters counts as confirmed.
      email_confirmed_at: byThemselves ? null : at,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return null;

  const settings = [...defaultSettings(subscriber)].map(([setting_key, setting_value]) => ({
    team_id: created.id,
    setting_key,
    setting_value,
    updated_at: at,
  }));
  await tx.insertInto('settings').values(settings).execute();
  await markReachability(tx, created.id);
  await tx
    .insertInto('subscription_history')
    .values({
      team_id: created.id,
      changed_on: at,
      descr: byThemselves ? 'Signed up on the free plan.' : 'Account created on the free plan.',
      actor_role: byThemselves ? 'team' : actor.role,
      actor_id: byThemselves ? created.id : actor.id,
    })
    .execute();
  await recordAudit(
    tx,
    {
      actor,
      action: 'create',
      outcome: 'done',
      subject: 'team',
      subjectId: created.id,
      teamId: created.id,
      changes: diffRows(null, subscriber),
    },
    now,
  );
  return created.id;
}
