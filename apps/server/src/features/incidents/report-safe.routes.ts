import { checkInCalls } from '@callpoint/contract/check-ins';
import type { ConfiguredChannels } from '../../delivery/channels/channel.ts';
import type { LiveEvents } from '../../events/live-events.ts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { conflict, notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';
import { findOwnDeletedPress } from '../../incidents/deleted-press.ts';
import { incidentChanged, type IncidentRow } from '../../incidents/incident-row.ts';
import { reportSafe, type SafeReport } from '../../incidents/answers/report-safe.ts';

export type ReportSafeDependencies = {
  channels: ConfiguredChannels;
  live: Pick<LiveEvents, 'publish'>;
  /** Called after a commit that planned messages. */
  wakeDelivery: () => void;
  /** Called for each new report. */
  onSafe: (report: SafeReport) => void;
};

/** The person who pressed says that they are safe. */
export function reportSafeRoutes(
  app: App,
  { channels, live, wakeDelivery, onSafe }: ReportSafeDependencies,
): void {
  app.handle(checkInCalls.safe, async (request) => {
    const { client_id, reason, reported_seconds_ago: secondsAgo = 0 } = request.body;
    const { id: appUserId } = getCaller(request);
    const now = new Date();
    const reported = await getTenantDb(request).transaction(async (inside, { incidents }) => {
      const press = await inside
        .selectFrom('button_click')
        .select('id')
        .where('app_user_id', '=', appUserId)
        .where('client_id', '=', client_id)
        .executeTakeFirst();
      const id = press?.id ?? (await findOwnDeletedPress(inside, appUserId, client_id))?.press.id;
      return id === undefined
        ? 'missing'
        : await reportSafe(incidents, channels, { pressId: id, reason, secondsAgo }, now);
    });
    if (reported === 'missing') throw notFound('The incident does not exist.', 'client_id');
    if (reported === 'closed') throw conflict('This incident is closed.', 'client_id');
    const { incident, report } = reported;
    publish(incident, now);
    if (report) onSafe(report);
    return { ok: true as const, msg: 'Everyone who got your alert gets this report.' };
  });

  function publish(incident: IncidentRow, now: Date): void {
    wakeDelivery();
    live.publish(incidentChanged(incident, now));
  }
}
