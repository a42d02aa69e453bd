import type { Responder } from '@callpoint/contract/incidents';
import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { INCIDENT_IS_UNNOTIFIED } from '../../delivery/queue/notified.ts';

type OwnIncident = NonNullable<OwnSubmission['incident']>;

/** What the person who pressed may know about the incidents of these presses, by the press. */
export async function readOwnIncidents(
  tenant: TenantDb,
  pressIds: readonly number[],
): Promise<Map<number, OwnIncident>> {
  if (pressIds.length === 0) return new Map();
  const rows = await tenant
    .selectFrom('incident')
    .select([
      'button_click_id',
      'state',
      'owner',
      'acknowledged_at',
      'eta_at',
      'on_the_way_at',
      'arrived_at',
      'closed_at',
      'safe_at',
      'is_drill',
    ])
    .select(INCIDENT_IS_UNNOTIFIED.as('is_unnotified'))
    .where('button_click_id', 'in', pressIds)
    .execute();
  return new Map(
    rows.map(({ button_click_id, owner, is_drill, is_unnotified, state, ...times }) => [
      button_click_id,
      {
        ...times,
        state: state as OwnIncident['state'],
        owner: owner === null ? null : (JSON.parse(owner) as Responder).name,
        is_drill: is_drill === 1,
        is_unnotified: is_unnotified === 1,
      },
    ]),
  );
}
