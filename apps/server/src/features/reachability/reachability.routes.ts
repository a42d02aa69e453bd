import { failure } from '@callpoint/contract/errors';
import { reachabilityAnswer, reachabilityQuery } from '@callpoint/contract/reachability';
import type { Db } from '../../db/tables.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import type { Admission } from '../../http/admission/admission.ts';
import { callerOf, tenantOf } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { judgeReach, type JudgedBy } from './reachability.rules.ts';
import { readReached, readStanding } from './reachability.repository.ts';

export type ReachabilityNeeds = JudgedBy & { db: Db; admission: Admission };

/** Who would be told, for each button and form of a subscriber: judged by the plan, when it is asked. */
export function reachabilityRoutes(app: App, { db, admission, ...needs }: ReachabilityNeeds): void {
  app.get(
    '/reachability',
    {
      config: { access: 'reachability.read', expensive: 'reachability' },
      schema: { querystring: reachabilityQuery, response: { 200: reachabilityAnswer, '4xx': failure } },
    },
    async (request) => {
      const caller = callerOf(request);
      const teamId = request.query.team_id ?? (caller.role === 'team' ? caller.teamId : null);
      if (teamId === null) throw badInput([{ msg: 'Team id is required.', field: 'team_id' }]);
      if (!(await tenantOf(request).find('team', teamId))) throw notFound();
      return await admission.run(request, async () => {
        const reached = await readReached(db, teamId);
        const standing = await readStanding(db, needs.smsFrom, { teamId, ...reached });
        return { ok: true as const, data: { items: await judgeReach(reached, standing, needs) } };
      });
    },
  );
}
