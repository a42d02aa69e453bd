import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import type { Row } from '../../db/rows.ts';
import { idOf } from './reported-values.ts';
import { isMissing } from './provider-errors.ts';

/** The key of the metadata that names the subscriber, on customers and subscriptions. */
export const TEAM_KEY = 'callpoint_subscriber';

export type BillingAddress = { line1: string; city: string; state: string; postal_code: string };

/** The subscriber of a subscription, by its customer; null if it is none of ours. */
export async function findTeam(db: PaymentsDb, { customer }: Stripe.Subscription): Promise<number | null> {
  const row = await db
    .selectFrom('payment_customer')
    .select('team_id')
    .where('customer_id', '=', idOf(customer) ?? '')
    .executeTakeFirst();
  return row?.team_id ?? null;
}

/** The subscriber, locked until the transaction ends. */
export async function lockTeam(
  tx: PaymentsDb,
  teamId: number,
): Promise<Pick<Row<'team'>, 'id' | 'status' | 'plan' | 'plan_id' | 'max_users' | 'subscription_id'>> {
  return await tx
    .selectFrom('team')
    .select(['id', 'status', 'plan', 'plan_id', 'max_users', 'subscription_id'])
    .where('id', '=', teamId)
    .modifyEnd(tx.rowLock('no key update'))
    .executeTakeFirstOrThrow();
}

export async function findCustomer(db: PaymentsDb, teamId: number): Promise<string | null> {
  const row = await db
    .selectFrom('payment_customer')
    .select('customer_id')
    .where('team_id', '=', teamId)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/**
 * The provider's customer of a subscriber, which is created the first time. Concurrent calls create one: they use the
 * same idempotency key, so the call has no values that may differ.
 */
export async function ensureCustomer(
  db: PaymentsDb,
  stripe: Stripe,
  teamId: number,
  now = new Date(),
): Promise<string> {
  const known = await findCustomer(db, teamId);
  if (known !== null) return known;
  const { created_at } = await db
    .selectFrom('team')
    .select('created_at')
    .where('id', '=', teamId)
    .executeTakeFirstOrThrow();
  const { id } = await stripe.customers.create(
    { metadata: { [TEAM_KEY]: String(teamId) } },
    // The time distinguishes subscribers of two databases that use the same account of the provider.
    { idempotencyKey: `callpoint-customer-${teamId}-${created_at}` },
  );
  await db
    .insertInto('payment_customer')
    .values({
      team_id: teamId,
      customer_id: id,
      created_at: now.toISOString(),
      checked_at: null,
      receipts_from: null,
    })
    .onConflict((conflict) => conflict.column('team_id').doNothing())
    .execute();
  return (await findCustomer(db, teamId)) ?? id;
}

/**
 * Stores the address and contact of a subscriber at the provider, and returns the customer. A customer that the account
 * of the present keys does not know, e.g. after a change from test to live keys, is created again.
 */
export async function updateCustomer(
  db: PaymentsDb,
  stripe: Stripe,
  teamId: number,
  details: Stripe.CustomerUpdateParams,
): Promise<string> {
  const customer = await ensureCustomer(db, stripe, teamId);
  try {
    await stripe.customers.update(customer, details);
    return customer;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await db
    .deleteFrom('payment_customer')
    .where('team_id', '=', teamId)
    .where('customer_id', '=', customer)
    .execute();
  const created = await ensureCustomer(db, stripe, teamId);
  await stripe.customers.update(created, details);
  return created;
}
