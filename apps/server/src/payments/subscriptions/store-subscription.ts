import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import type { PaymentsDb } from '../../db/handles/payments.ts';
import { applySubscription } from './apply-subscription.ts';
import { findTeam, lockTeam } from '../provider/customers.ts';
import { findOpenChange } from './changes.ts';
import { isMissing } from '../provider/provider-errors.ts';
import type { PaymentService } from '../provider/service.ts';
import { emailsAfter, NO_EMAILS } from '../overdue/overdue-emails.ts';
import { currentSubscription } from './current-subscription.ts';
import { isCurrent, reported } from './subscription-state.ts';
import { readNumbers } from '../provider/read-numbers.ts';

/**
 * `stored`: our rows are as the provider reported. `superseded`: a later read was stored first. `foreign`: the
 * subscription belongs to no subscriber of ours. `missing`: the provider does not know it. `second`: it is stored, and
 * the subscriber keeps another subscription that was there before.
 */
export type StoreOutcome = 'stored' | 'superseded' | 'foreign' | 'missing' | 'second';

export type StoreResult = {
  outcome: StoreOutcome;
  teamId: number | null;
  /** What changed, as the subscriber's history says it. */
  changes: readonly string[];
  subscription: Stripe.Subscription | null;
};

/**
 * Reads a subscription from the provider and stores what it reports. The result depends only on the provider, not on
 * the event or call that caused the read, so that calls may be repeated, late and concurrent. Reads are numbered: the
 * result of a read is stored only if no later one is. What follows for other subscriptions is done by syncSubscription.
 */
export async function storeSubscription(service: PaymentService, id: string): Promise<StoreResult> {
  const stripe = await service.open();
  for (;;) {
    const started = await startRead(service.payments, id);
    const subscription = await retrieve(stripe, id);
    if (!subscription) {
      return { outcome: 'missing', teamId: started?.team_id ?? null, changes: [], subscription: null };
    }
    if (started) {
      await readHeld(service, subscription, started);
      return await store(service.payments, subscription, started);
    }
    const teamId = await findTeam(service.payments, subscription);
    if (teamId === null) return { outcome: 'foreign', teamId: null, changes: [], subscription };
    // From now on its reads have numbers: this one did not, and is repeated.
    await addUnread(service.payments, subscription, teamId);
  }
}

type StartedRead = { team_id: number; number: number; status: string | null };

async function startRead(db: PaymentsDb, id: string): Promise<StartedRead | null> {
  const row = await db
    .updateTable('subscription')
    .set({ reads_started: sql<number>`reads_started + 1` })
    .where('id', '=', id)
    .returning(['team_id', 'reads_started', 'status'])
    .executeTakeFirst();
  return row ? { team_id: row.team_id, number: row.reads_started, status: row.status } : null;
}

/**
 * Reads the subscription that gives the subscriber its plan before another one becomes current: its end may not be stored
 * yet, and the other one is no second one then.
 */
async function readHeld(
  service: PaymentService,
  { id, status }: Stripe.Subscription,
  { team_id: teamId, status: stored }: StartedRead,
): Promise<void> {
  if (!isCurrent(status) || isCurrent(stored)) return;
  const held = await currentSubscription(service.payments, teamId);
  if (held !== null && held !== id) await storeSubscription(service, held);
}

async function retrieve(stripe: Stripe, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice.confirmation_secret', 'default_payment_method'],
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function addUnread(db: PaymentsDb, subscription: Stripe.Subscription, teamId: number): Promise<void> {
  const { overdueFrom: _, ...columns } = reported(subscription);
  await db
    .insertInto('subscription')
    .values({
      ...columns,
      status: null,
      team_id: teamId,
      unpaid_since: null,
      ...NO_EMAILS,
      reads_started: 0,
      read_stored: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

async function store(
  db: PaymentsDb,
  subscription: Stripe.Subscription,
  { team_id: teamId, number }: StartedRead,
): Promise<StoreResult> {
  return await db.transaction(async (tx) => {
    // Changes of one subscriber's subscriptions run one after the other.
    await lockTeam(tx, teamId);
    const before = await tx
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', subscription.id)
      .executeTakeFirstOrThrow();
    if (before.read_stored >= number) return { outcome: 'superseded', teamId, changes: [], subscription };
    const { overdueFrom, ...columns } = reported(subscription);
    const unpaid_since = overdueFrom && (before.unpaid_since ?? overdueFrom);
    const now = { ...before, ...columns, unpaid_since };
    await tx
      .updateTable('subscription')
      .set({ ...columns, unpaid_since, ...emailsAfter(before, unpaid_since), ...readNumbers(number) })
      .where('id', '=', subscription.id)
      .execute();
    const change = await findOpenChange(tx, teamId);
    const { isSecond, changes } = await applySubscription(tx, { before, now, change, subscription });
    return { outcome: isSecond ? 'second' : 'stored', teamId, changes, subscription };
  });
}
