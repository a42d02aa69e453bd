import { bulkCalls } from '@callpoint/contract/bulk';
import { exportCalls } from '@callpoint/contract/exports';
import { planCalls, planList, type Plan } from '@callpoint/contract/plans';
import { TEXTS } from '@callpoint/contract/texts';
import { sql } from 'kysely';
import type { AccountsDb } from '../../db/handles/accounts.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { changeEach } from '../../http/bulk.ts';
import type { SendCsv } from '../../http/csv/csv-responses.ts';
import { csvExport } from '../../http/csv/csv-export.ts';
import { createOnce } from '../../http/idempotency.ts';
import { contains } from '../../db/lists/search-conditions.ts';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import { definedFields } from '../../http/bodies/defined-fields.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/api/schemas.ts';
import { findPayers } from '../../payments/subscriptions/changes.ts';
import { planColumns } from './plans.csv.ts';
import { findSubscribersOnPlan, nameSubscribers, type NamedSubscribers } from './plans.repository.ts';

/** Subscription plans: everyone who is signed in to the console may read them, administrators may change them. */
export function planRoutes(
  app: App,
  { accounts, sendCsv }: { accounts: AccountsDb; sendCsv: SendCsv },
): void {
  app.handle(planCalls.list, async (request) => ({
    ok: true as const,
    ...(await getTenantDb(request).page(plans, withSort(request.query))),
  }));

  app.handle(
    exportCalls.plans,
    (request, reply) => {
      const { zone, ...query } = request.query;
      const columns = planColumns(zone);
      return sendCsv(reply, () =>
        csvExport(getTenantDb(request), plans, withSort(query), { name: 'Plans', zone, columns }),
      );
    },
    { expensive: 'export' },
  );

  app.handle(planCalls.create, async (request) => {
    const { plan_cost, ...values } = request.body.data;
    const plan = { ...values, plan_cost_cents: cents(plan_cost), updated_at: new Date().toISOString() };
    const data = await createOnce(request, accounts, async () => (tenant) => tenant.insert('plan', plan));
    return { ok: true as const, msg: TEXTS.planCreated, data };
  });

  app.handle(planCalls.update, async (request) => {
    const { id, data, updated_at: expectedUpdatedAt } = request.body;
    const { plan_cost, ...values } = data;
    const changes = {
      ...definedFields(values),
      ...(plan_cost === undefined ? {} : { plan_cost_cents: cents(plan_cost) }),
    };
    const saved = await getTenantDb(request).transaction(async (inside, { payments }) => {
      // Locked, so that no subscriber starts to pay for the plan between the check and the change.
      const plan = await inside.lock('plan', id);
      const field = plan && IDENTITY.find((name) => name in changes && changes[name] !== plan[name]);
      const payers = nameSubscribers(plan && field ? await findPayers(payments, plan) : []);
      if (field && payers.total > 0) throw conflict(beingPaid(payers), `data.${field}`);
      return requireUpdated(await inside.update('plan', id, changes, { expectedUpdatedAt }));
    });
    return { ok: true as const, msg: TEXTS.planUpdated, data: saved };
  });

  app.handle(planCalls.delete, async (request) => {
    await deletePlan(getTenantDb(request), request.body.id);
    return { ok: true as const, msg: TEXTS.deleted };
  });

  app.handle(
    bulkCalls.deletePlans,
    (request) =>
      changeEach(request, request.body.ids, 'deleted', (id) => deletePlan(getTenantDb(request), id)),
    { expensive: 'bulk' },
  );
}

/** Deletes a plan that no subscriber has or is paying for. Throws CallError 404 or 409. */
async function deletePlan(tenant: TenantDb, id: number): Promise<void> {
  await tenant.transaction(async (inside, { payments }) => {
    // Locked, so that no subscriber gets the plan or starts to pay for it between the check and the deletion.
    const plan = await inside.lock('plan', id);
    if (!plan) throw notFound();
    // Before the subscribers on it: a payer whose payment is stored in between is one of them.
    const payers = nameSubscribers(await findPayers(payments, plan));
    const users = await findSubscribersOnPlan(inside, id);
    if (users.total > 0) throw conflict(inUse(users), 'id');
    if (payers.total > 0) throw conflict(inPayment(payers), 'id');
    await inside.deletedItems.addPlan(plan);
    await inside.delete('plan', id);
  });
}

/** The columns by which a payment finds its plan. */
const IDENTITY = ['plan_stripe_id', 'max_users'] as const;

function inUse(users: NamedSubscribers): string {
  return `This plan can’t be deleted: it is used by ${namesOf(users)}. Move them to another plan first.`;
}

function inPayment(payers: NamedSubscribers): string {
  return `This plan can’t be deleted: a payment for it was started by ${namesOf(payers)}. Try again later: a payment that is not completed expires after a day.`;
}

function beingPaid(payers: NamedSubscribers): string {
  return `This can’t be changed now: a payment for this plan was started by ${namesOf(payers)}. Add a new plan instead, or try again later: a payment that is not completed expires after a day.`;
}

function namesOf({ names, total }: NamedSubscribers): string {
  const others = total - names.length;
  return `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

function cents(cost: number): number {
  return Math.round(cost * 100);
}

/** The query with the column that a price is sorted by. */
function withSort<Query extends { sort: string }>(query: Query): Query {
  return query.sort === 'plan_cost' ? { ...query, sort: 'plan_cost_cents' } : query;
}

const plans: ListQuery<Plan> = {
  table: 'plan',
  tenantColumn: null,
  columns: ['id', 'plan_name', 'plan_cost_cents', 'plan_term', 'plan_stripe_id', 'max_users', 'updated_at'],
  filters: Object.keys(planList.filters),
  filterIns: Object.keys(planList.filterIns),
  search: (param) =>
    sql`${contains(sql`plan_name || ' ' || plan_term || ' ' || plan_stripe_id`, param)} or id = ${param.value('id')}`,
  item: ({ plan_cost_cents, ...row }) => ({ ...row, plan_cost: (plan_cost_cents as number) / 100 }) as Plan,
};
