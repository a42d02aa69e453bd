import { reachabilityCalls } from '@callpoint/contract/reachability';
import type { Db } from '../../db/tables.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import type { ExpensiveWork } from '../../http/admission/expensive-work.ts';
import { callerOf, tenantOf } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { judgeReach, type JudgedBy } from './reachability.rules.ts';
import { readReached, readStanding } from './reachability.repository.ts';

export type ReachabilityNeeds = JudgedBy & { db: Db; expensive: ExpensiveWork };

/** Who would be told, for each button and form of a subscriber: judged by the plan, when it is asked. */
export function reachabilityRoutes(app: App, { db, expensive, ...needs }: ReachabilityNeeds): void {
  app.handle(
    reachabilityCalls.get,
    async (request) => {
      const caller = callerOf(request);
      const teamId = request.query.team_id ?? (caller.role === 'team' ? caller.teamId : null);
      if (teamId === null) throw badInput([{ msg: 'Team id is required.', field: 'team_id' }]);
      if (!(await tenantOf(request).find('team', teamId))) throw notFound();
      return await expensive.inTurn(request, async () => {
        const reached = await readReached(db, teamId);
        const standing = await readStanding(db, needs.smsFrom, { teamId, ...reached });
        return { ok: true as const, data: { items: await judgeReach(reached, standing, needs) } };
      });
    },
    { expensive: 'reachability' },
  );
}
