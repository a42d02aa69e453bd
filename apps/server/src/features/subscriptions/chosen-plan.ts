import type { FastifyRequest } from 'fastify';
import type { Row } from '../../db/rows.ts';
import { countAppUsers } from '../../db/totals/user-count.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { badInput, conflict } from '../../http/errors/call-error.ts';
import { userLimitProblem } from '../../payments/subscriptions/user-limit.ts';

/** The plan that a call chose, unless the subscriber has more app users than it allows. */
export async function findChosenPlan(
  request: FastifyRequest,
  teamId: number,
  selectedPlan: string,
): Promise<Row<'plan'>> {
  const tenant = getTenantDb(request);
  const [price = '', maxUsers = ''] = selectedPlan.split('|');
  const plan = await tenant
    .selectFrom('plan')
    .selectAll()
    .where('plan_stripe_id', '=', price)
    .where('max_users', '=', Number(maxUsers))
    .orderBy('id')
    .executeTakeFirst();
  if (!plan) throw badInput([{ msg: 'The plan does not exist.', field: 'selectedPlan' }]);
  const used = await countAppUsers(tenant, teamId);
  const problem = userLimitProblem(tenant.actor, used, plan.max_users);
  if (problem !== null) throw conflict(problem, 'selectedPlan');
  return plan;
}
