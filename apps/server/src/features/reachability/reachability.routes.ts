import { reachabilityCalls } from '@callpoint/contract/reachability';
import type { PlatformDb } from '../../db/platform.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import type { Admission } from '../../http/admission/admission.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/schemas.ts';
import { checkReachability, type ReachabilityConfig } from './reachability.rules.ts';
import { readReachabilitySources, readAddressStatus } from './reachability.repository.ts';

export type ReachabilityDependencies = ReachabilityConfig & { platform: PlatformDb; admission: Admission };

/** Who would be notified, for each button and form of a subscriber, with the rules of a real submission. */
export function reachabilityRoutes(
  app: App,
  { platform, admission, ...needs }: ReachabilityDependencies,
): void {
  app.handle(
    reachabilityCalls.get,
    async (request) => {
      const caller = getCaller(request);
      const teamId = request.query.team_id ?? (caller.role === 'team' ? caller.teamId : null);
      if (teamId === null) throw badInput([{ msg: 'Team id is required.', field: 'team_id' }]);
      const tenant = getTenantDb(request);
      if (!(await tenant.find('team', teamId))) throw notFound();
      return await admission.run(request, async () => {
        const sources = await readReachabilitySources(platform, tenant, teamId);
        const addressStatus = await readAddressStatus(platform, needs.smsFrom, { teamId, ...sources });
        return { ok: true as const, data: { items: await checkReachability(sources, addressStatus, needs) } };
      });
    },
    { expensive: 'reachability' },
  );
}
