import { isButtonId, type ButtonId } from '@callpoint/contract/catalog';
import {
  reachabilityCalls,
  type ItemReachability,
  type ReachabilityData,
} from '@callpoint/contract/reachability';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import type { Admission } from '../../http/admission/admission.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { findNewestDrill } from '../../incidents/newest-drill.ts';
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
        const items = await checkReachability(sources, addressStatus, needs);
        return { ok: true as const, data: { items: await addDrills(tenant, teamId, items) } };
      });
    },
    { expensive: 'reachability' },
  );
}

/** Adds to each button when it was last drilled. */
async function addDrills(
  tenant: TenantDb,
  teamId: number,
  items: readonly ItemReachability[],
): Promise<ReachabilityData['items']> {
  const withDrills: ReachabilityData['items'] = [];
  for (const item of items) {
    const drill = isButton(item) ? await findNewestDrill(tenant, teamId, item.id) : undefined;
    withDrills.push(isButton(item) ? { ...item, last_drilled_at: drill?.opened_at ?? null } : item);
  }
  return withDrills;
}

function isButton(item: ItemReachability): item is ItemReachability & { id: ButtonId } {
  return item.kind === 'button' && isButtonId(item.id);
}
