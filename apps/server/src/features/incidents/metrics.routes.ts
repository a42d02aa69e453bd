import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { incidentMetricCalls } from '@callpoint/contract/incident-metrics';
import type { Admission } from '../../http/admission/admission.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { lastMonths } from '../../incidents/metrics/months.ts';
import { readMetrics } from '../../incidents/metrics/read-metrics.ts';

/** How fast a subscriber's people respond to incidents. */
export function incidentMetricRoutes(app: App, { admission }: { admission: Admission }): void {
  app.handle(
    incidentMetricCalls.get,
    async (request) => {
      const caller = getCaller(request);
      const { months, drills, team_id } = request.query;
      const teamId = team_id ?? (caller.role === 'team' ? caller.teamId : null);
      if (teamId === null) throw badInput([{ msg: 'Team id is required.', field: 'team_id' }]);
      const tenant = getTenantDb(request);
      const team = await tenant.find('team', teamId);
      if (!team) throw notFound('The subscriber does not exist.', 'team_id');
      const zone = team.time_zone ?? DEFAULT_ZONE;
      const data = await admission.run(request, () =>
        tenant.readFromReplica((replica) =>
          readMetrics(replica, teamId, lastMonths(zone, months, new Date()), { drills: drills === 'yes' }),
        ),
      );
      return { ok: true as const, data: { zone, ...data } };
    },
    { expensive: 'metrics' },
  );
}
