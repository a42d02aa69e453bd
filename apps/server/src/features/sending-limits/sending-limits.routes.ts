import { sendingLimitCalls } from '@callpoint/contract/sending-limits';
import { TEXTS } from '@callpoint/contract/texts';
import { recordAudit } from '../../db/history/audit.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { ReleaseHeld } from '../../delivery/queue/held/release-held.ts';
import { countReleasable } from '../../delivery/queue/held/held-messages.ts';
import { readSendingLimits } from '../../sending-limits/sending-limits.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/api/schemas.ts';

export type SendingLimitDependencies = { platform: PlatformDb; release: ReleaseHeld };

/** How much a subscriber may send to external recipients today, for the subscriber and for administrators. */
export function sendingLimitRoutes(app: App, { platform }: Pick<SendingLimitDependencies, 'platform'>): void {
  app.handle(sendingLimitCalls.get, async (request) => {
    const caller = getCaller(request);
    const teamId = request.query.team_id ?? (caller.role === 'team' ? caller.teamId : null);
    if (teamId === null) throw badInput([{ msg: 'Team id is required.', field: 'team_id' }]);
    if (!(await getTenantDb(request).find('team', teamId))) throw noSubscriber();
    const now = new Date();
    const held = await countReleasable(platform, teamId, now);
    const data = await readSendingLimits(platform, teamId, held, now);
    if (!data) throw noSubscriber();
    return { ok: true as const, data };
  });
}

/** Administrators change the limits of a subscriber and release messages that are held by a limit. */
export function limitReleaseRoutes(app: App, { release }: Pick<SendingLimitDependencies, 'release'>): void {
  app.handle(sendingLimitCalls.update, async (request) => {
    const { team_id: teamId, data } = request.body;
    const result = await getTenantDb(request).update('team', teamId, data);
    if (result === 'missing') throw noSubscriber();
    requireUpdated(result);
    await release(teamId, 'allowed');
    return { ok: true as const, msg: TEXTS.updated };
  });

  app.handle(sendingLimitCalls.release, async (request) => {
    const { team_id: teamId } = request.body;
    const tenant = getTenantDb(request);
    if (!(await tenant.find('team', teamId))) throw noSubscriber();
    const released = await release(teamId, 'all');
    await recordAudit(tenant, {
      actor: tenant.actor,
      action: 'update',
      outcome: 'done',
      subject: 'delivery',
      subjectId: null,
      teamId,
      detail: `Messages released: ${released}`,
    });
    const msg = released === 1 ? '1 message released.' : `${released} messages released.`;
    return { ok: true as const, msg, data: { released } };
  });
}

function noSubscriber() {
  return notFound('The subscriber does not exist.', 'team_id');
}
