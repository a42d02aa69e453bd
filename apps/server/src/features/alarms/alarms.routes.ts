import { alarmCalls } from '@callpoint/contract/alarms';
import { alarmEvent } from '../../delivery/queue/alarm-event.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import type { App } from '../../http/api/schemas.ts';
import { alarmRows } from './alarms.lists.ts';
import { closeAlarm } from './alarms.repository.ts';

/** Alarms about submissions that notified no one. */
export function alarmRoutes(app: App, { live }: { live: Pick<LiveEvents, 'publish'> }): void {
  app.handleList(alarmCalls.list, async (tenant, query) => ({
    ok: true as const,
    ...(await tenant.page(alarmRows, query)),
  }));

  app.handle(alarmCalls.close, async (request) => {
    const at = new Date().toISOString();
    const row = await closeAlarm(getTenantDb(request), request.body.id, at);
    if (!row) throw notFound();
    if (row.closed_at === null) live.publish(alarmEvent('alarm.closed', row, at));
    return { ok: true as const, msg: 'Closed.' };
  });
}
