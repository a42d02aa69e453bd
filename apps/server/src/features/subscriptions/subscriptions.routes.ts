import {
  PAID_NOT_CONVERTED,
  PAYS,
  subscriptionCalls,
  historyList,
  type HistoryEntry,
} from '@callpoint/contract/subscriptions';
import { TEXTS } from '@callpoint/contract/texts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { contains } from '../../db/lists/search-conditions.ts';
import type { Row } from '../../db/rows.ts';
import { badInput, conflict, notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { changePlan, convertToFree, labelOf } from '../../db/subscriber-plan.ts';
import { END_OF_DAY, endText } from './end-text.ts';

const UPGRADE_STOPPED = 'The upgrade was stopped: back on the free plan.';
/** Of a paid plan without a subscription. */
const PLAN_STOPPED = 'The plan was stopped: back on the free plan.';
const NO_TEAM = 'The subscriber does not exist.';

/** A subscriber's plan: its history, the provider's data, the upgrade by an administrator, and the return to the free plan. */
export function subscriptionRoutes(app: App): void {
  app.handle(subscriptionCalls.history, async (request) => ({
    ok: true as const,
    ...(await getTenantDb(request).page(history, request.query)),
  }));

  app.handle(subscriptionCalls.get, async (request) => {
    const row = await getTenantDb(request)
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', request.query.sub_id)
      .executeTakeFirst();
    if (!row) throw notFound('The subscription does not exist.', 'sub_id');
    return { ok: true as const, data: { ...row, cancel_at_period_end: row.cancel_at_period_end === 1 } };
  });

  // The specification defines these two GET calls, which change data: they are never cached and have no HEAD.
  app.handle(subscriptionCalls.upgrade, async (request, reply) => {
    neverCached(reply);
    const { team_id: teamId, selectedPlan, expires_on: expiresOn } = request.query;
    const expiresAt = endOf(expiresOn ?? '');
    const [stripeId = '', maxUsers = ''] = selectedPlan.split('|');
    await getTenantDb(request).transaction(async (tenant) => {
      const team = await tenant.lock('team', teamId);
      if (!team) throw notFound(NO_TEAM, 'team_id');
      if (team.plan === 'paid') {
        throw conflict(PAYS, 'team_id');
      }
      const chosen = await tenant
        .selectFrom('plan')
        .select('id')
        .where('plan_stripe_id', '=', stripeId)
        .where('max_users', '=', Number(maxUsers))
        .orderBy('id')
        .executeTakeFirst();
      const plan = chosen && (await tenant.lock('plan', chosen.id));
      if (!plan) throw badInput([{ msg: 'The plan does not exist.', field: 'selectedPlan' }]);
      const values = {
        plan: 'upgrade_by_admin' as const,
        is_paid: 0,
        plan_id: plan.id,
        plan_expires_at: expiresAt,
        max_users: plan.max_users,
      };
      await changePlan(tenant, teamId, values, upgradeText(plan, expiresAt));
    });
    return { ok: true as const, msg: TEXTS.updated };
  });

  app.handle(subscriptionCalls.convertToFree, async (request, reply) => {
    neverCached(reply);
    const { team_id: teamId } = request.query;
    await getTenantDb(request).transaction(async (tenant) => {
      const team = await tenant.lock('team', teamId);
      if (!team) throw notFound(NO_TEAM, 'team_id');
      if (team.plan === 'free') throw conflict('This subscriber is already on the free plan.', 'team_id');
      const isPaid = team.plan === 'paid';
      // The call does not name a subscription, so its caller may not have seen this one, and a proxy may repeat the call.
      if (isPaid && team.subscription_id !== null) throw conflict(PAID_NOT_CONVERTED, 'team_id');
      await convertToFree(tenant, team.id, isPaid ? PLAN_STOPPED : UPGRADE_STOPPED);
    });
    return { ok: true as const, msg: TEXTS.updated };
  });
}

/** The moment at which an upgrade ends; a day includes its last moment. Null for none. Throws 400 for a past moment. */
function endOf(expiresOn: string): string | null {
  if (expiresOn === '') return null;
  const at = new Date(expiresOn.length === 10 ? `${expiresOn}${END_OF_DAY}` : expiresOn);
  if (at.getTime() <= Date.now()) {
    throw badInput([{ msg: 'Expires on must be in the future.', field: 'expires_on' }]);
  }
  return at.toISOString();
}

function upgradeText(plan: Row<'plan'>, expiresAt: string | null): string {
  return `Upgraded by an administrator to ${labelOf(plan)}${expiresAt ? `, until ${endText(expiresAt)}` : ''}.`;
}

function neverCached(reply: FastifyReply): void {
  void reply.header('cache-control', 'no-store');
}

/** Maximum entries that a search examines. */
const SEARCHED_ENTRIES = 5_000;

const history: ListQuery<HistoryEntry> = {
  table: 'subscription_history',
  tenantColumn: 'team_id',
  columns: ['id', 'team_id', 'changed_on', 'descr', 'actor_role'],
  filters: Object.keys(historyList.filters),
  filterIns: [],
  search: (param) => contains(sql`descr`, param),
  scan: { rows: SEARCHED_ENTRIES, choices: [], columns: ['descr'] },
  item: (row) => row as HistoryEntry,
};
