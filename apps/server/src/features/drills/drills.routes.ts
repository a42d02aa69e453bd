import { sql } from 'kysely';
import { BUTTON_IDS, type ButtonId } from '@callpoint/contract/catalog';
import { drillCalls, DRILLS_PER_HOUR } from '@callpoint/contract/drills';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { CallError, conflict, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { incidentChanged } from '../../incidents/incident-row.ts';
import { findNewestDrill } from '../../incidents/newest-drill.ts';
import { HOUR } from '../../scheduling/durations.ts';

type Person = { id: number; teamId: number; name: string; email: string; phone: string };

export type DrillDependencies = {
  /** Stores the press of a drill; `announce` is called after the commit. */
  press: (
    tx: PlatformDb,
    person: Person,
    buttonId: ButtonId,
    now: Date,
  ) => Promise<{ pressId: number; announce: () => void }>;
  live: Pick<LiveEvents, 'publish'>;
};

/** Drills: presses that a subscriber starts to practice. */
export function drillRoutes(app: App, { press, live }: DrillDependencies): void {
  app.handle(drillCalls.start, async (request) => {
    const { button_id, app_user_id } = request.body;
    const now = new Date();
    const { incident, announce } = await getTenantDb(request).transaction(async (tenant, { platform }) => {
      const user = await tenant.find('app_user', app_user_id);
      if (!user) throw notFound('No such user exists.', 'app_user_id');
      if (user.status === 0) throw conflict('This user is blocked.', 'app_user_id');
      // Concurrent drills of a subscriber are counted one after the other.
      await tenant.lock('team', user.team_id);
      await rejectTooMany(tenant, now);
      const { pressId, announce: publish } = await press(
        platform,
        { ...user, teamId: user.team_id },
        button_id,
        now,
      ).catch(rejectButtonOff);
      const [opened] = await tenant
        .selectFrom('incident')
        .selectAll()
        .where('button_click_id', '=', pressId)
        .execute();
      if (!opened) throw new Error('a drill opened no incident');
      // Changes nothing, but leaves the audit entry.
      await tenant.update('incident', opened.id, { is_drill: 1 });
      return { incident: opened, announce: publish };
    });
    announce();
    live.publish(incidentChanged(incident, now));
    return {
      ok: true as const,
      msg: 'Drill started.',
      data: { incident_id: incident.id, button_click_id: incident.button_click_id },
    };
  });

  app.handle(drillCalls.summary, async (request) => {
    const tenant = getTenantDb(request);
    const data = [];
    for (const button_id of BUTTON_IDS)
      data.push({ button_id, ...(await summarizeDrill(tenant, getCaller(request).id, button_id)) });
    return { ok: true as const, data };
  });
}

async function rejectTooMany(tenant: TenantDb, now: Date): Promise<void> {
  const since = new Date(now.getTime() - HOUR).toISOString();
  const drills = await tenant
    .selectFrom('incident')
    .select('id')
    .where('is_drill', '=', sql.lit(1))
    .where('opened_at', '>', since)
    .limit(DRILLS_PER_HOUR)
    .execute();
  if (drills.length < DRILLS_PER_HOUR) return;
  throw new CallError(429, `You can start ${DRILLS_PER_HOUR} drills an hour. Try again later.`);
}

/** A press of a button that is turned off is rejected with 403, which would mean that the caller has no access. */
function rejectButtonOff(error: unknown): never {
  if (error instanceof CallError && error.status === 403)
    throw conflict('This button is turned off.', 'button_id');
  throw error;
}

async function summarizeDrill(tenant: TenantDb, teamId: number, buttonId: ButtonId) {
  const { opened_at = null, acknowledged_at = null } =
    (await findNewestDrill(tenant, teamId, buttonId)) ?? {};
  return {
    last_at: opened_at,
    acknowledged_after_ms:
      opened_at === null || acknowledged_at === null
        ? null
        : Date.parse(acknowledged_at) - Date.parse(opened_at),
  };
}
