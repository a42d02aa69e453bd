import { randomUUID } from 'node:crypto';
import type { Actor } from '../../db/history/audit.ts';
import { SYSTEM } from '../../db/history/audit.ts';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { TenantDb } from '../../db/handles/tenant.ts';
import { lockTeam } from '../provider/customers.ts';

/** What people request of the payment provider: each request is stored before the provider is called. */
export const CHANGE_KINDS = ['purchase', 'plan', 'cancel', 'resume', 'stop'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export type PaymentChange = Row<'payment_change'>;

/** The plan that a request chose. */
export type ChosenPlan = { price_id: string; max_users: number };

/** The subscriber's request without a stored result, or null. */
export async function findOpenChange(db: PaymentsDb, teamId: number): Promise<PaymentChange | null> {
  const query = db.selectFrom('payment_change').selectAll();
  const row = await query.where('team_id', '=', teamId).where('settled_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/**
 * Whether a plan is still sold. Its row cannot be changed or deleted until the transaction ends: whoever does that then
 * sees the request that the transaction stores.
 */
export async function lockOffer(tx: PaymentsDb, { price_id, max_users }: ChosenPlan): Promise<boolean> {
  const plans = await tx
    .selectFrom('plan')
    .select('id')
    .where('plan_stripe_id', '=', price_id)
    // Two plans can have the same price.
    .where('max_users', '=', max_users)
    .modifyEnd(tx.rowLock('share'))
    .execute();
  return plans.length > 0;
}

/** The subscribers that are paying for a plan: they have an open purchase of it, or an open change to it. */
export async function findPayers(
  db: PaymentsDb,
  { plan_stripe_id, max_users }: Pick<Row<'plan'>, 'plan_stripe_id' | 'max_users'>,
): Promise<Pick<Row<'team'>, 'id' | 'account_name'>[]> {
  return await db
    .selectFrom('payment_change')
    .innerJoin('team', 'team.id', 'payment_change.team_id')
    .where('payment_change.settled_at', 'is', null)
    .where('payment_change.price_id', '=', plan_stripe_id)
    .where('payment_change.max_users', '=', max_users)
    .select(['team.id', 'team.account_name'])
    .orderBy('team.id')
    .execute();
}

/** Stores a request. The subscriber must be locked, and have no open one. */
export async function openChange(
  db: PaymentsDb,
  change: {
    teamId: number;
    kind: ChangeKind;
    plan?: ChosenPlan;
    priorMaxUsers?: number;
    subscriptionId?: string;
    actor: Actor;
  },
  now = new Date(),
): Promise<PaymentChange> {
  const { teamId, kind, plan, priorMaxUsers, subscriptionId, actor } = change;
  return await db
    .insertInto('payment_change')
    .values({
      team_id: teamId,
      kind,
      key: randomUUID(),
      price_id: plan?.price_id ?? null,
      max_users: plan?.max_users ?? null,
      prior_max_users: priorMaxUsers ?? null,
      subscription_id: subscriptionId ?? null,
      actor_role: actor.role,
      actor_id: actor.id,
      created_at: now.toISOString(),
      settled_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A person makes an open request again: its calls may be in progress from now on, with the same key. */
export async function repeatChange(
  tx: PaymentsDb,
  { id }: PaymentChange,
  now = new Date(),
): Promise<PaymentChange> {
  return await tx
    .updateTable('payment_change')
    .set({ created_at: now.toISOString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Ends a request that had no effect: the limit of app users that it had lowered applies again. A request that is settled
 * already stays as it is, and so does one that was made again since it was read: its call may be in progress.
 */
export async function giveUpChange(
  db: PaymentsDb,
  { id, team_id, created_at }: PaymentChange,
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeam(tx, team_id);
    const change = await tx
      .updateTable('payment_change')
      .set({ settled_at: now.toISOString() })
      .where('id', '=', id)
      .where('settled_at', 'is', null)
      .where('created_at', '=', created_at)
      .returningAll()
      .executeTakeFirst();
    if (!change || change.prior_max_users === null) return;
    const tenant = new TenantDb(tx, { teamId: team_id }, SYSTEM);
    const team = await tenant.find('team', team_id);
    // Otherwise the request had lowered nothing.
    if (team?.max_users !== change.max_users) return;
    await tenant.update('team', team_id, { max_users: change.prior_max_users });
  });
}

/** The provider has reported another plan since the request: its limit applies also if the request is given up. */
export async function forgetPriorLimit(db: PaymentsDb, id: number): Promise<void> {
  await db.updateTable('payment_change').set({ prior_max_users: null }).where('id', '=', id).execute();
}

/** Our rows have the result of the request, or it will never have one. Settling twice has no further effect. */
export async function settleChange(db: PaymentsDb, id: number, now = new Date()): Promise<void> {
  await db
    .updateTable('payment_change')
    .set({ settled_at: now.toISOString() })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .execute();
}

/** Who made a change that the provider reports: the person with an open request of this kind, or nobody. */
export function actorOf(change: PaymentChange | null, kinds: readonly ChangeKind[]): Actor {
  if (!change || !(kinds as readonly string[]).includes(change.kind)) return SYSTEM;
  return { role: change.actor_role as Actor['role'], id: change.actor_id, address: '' };
}
