import { failure } from '@callpoint/contract/errors';
import { teamList, teamsAnswer, teamsQuery, type Team } from '@callpoint/contract/subscribers';
import type { ListPlan } from '../../db/paged-list.ts';
import { tenantOf } from '../../http/guard.ts';
import type { App } from '../../http/schemas.ts';

/** The subscribers: administrators see all, a subscriber itself. */
export function subscriberRoutes(app: App): void {
  app.get(
    '/listPaged/team',
    {
      config: { access: 'team.list' },
      schema: { querystring: teamsQuery, response: { 200: teamsAnswer, '4xx': failure } },
    },
    async (request) => ({ ok: true as const, ...(await tenantOf(request).page(teams, request.query)) }),
  );
}

const teams: ListPlan<Team> = {
  table: 'team',
  tenantColumn: 'id',
  columns: [
    'id',
    'email',
    'account_name',
    'first_name',
    'last_name',
    'phone',
    'is_paid',
    'plan',
    'plan_expires_at',
    'max_users',
    'status',
    'subscription_id',
  ],
  filters: Object.keys(teamList.filters),
  filterIns: [],
  item: (row) => ({ ...row, plan_obj: row['plan_expires_at'] ?? null }) as unknown as Team,
};
