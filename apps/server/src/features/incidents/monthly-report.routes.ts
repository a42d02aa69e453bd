import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import { monthlyReportCalls } from '@callpoint/contract/monthly-report';
import { splitList } from '@callpoint/contract/split-list';
import { TEXTS } from '@callpoint/contract/texts';
import { getCaller, getTenantDb } from '../../http/auth/guard.ts';
import { conflict, notFound, rejectConflict } from '../../http/errors/call-error.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/api/schemas.ts';
import { dropWaiting, planEmails } from '../../incidents/monthly-report/plan-emails.ts';
import { pausedReason } from '../../payments/overdue/paused-changes.ts';

const NOT_CONFIRMED =
  'Confirm the email address of your account first: this email may go to people outside your organization.';

/** Whether a subscriber gets an email about each month's incidents. */
export function monthlyReportRoutes(app: App): void {
  app.handle(monthlyReportCalls.get, async (request) => {
    const tenant = getTenantDb(request);
    const team = await tenant.find('team', getCaller(request).id);
    if (!team) throw notFound();
    const row = await tenant.selectFrom('monthly_report').selectAll().executeTakeFirst();
    return {
      ok: true as const,
      data: {
        is_on: row?.is_on === 1,
        recipients: row?.recipients ?? team.email,
        updated_at: row?.updated_at ?? null,
      },
    };
  });

  app.handle(monthlyReportCalls.save, async (request) => {
    const { is_on: isOn, updated_at: expectedUpdatedAt } = request.body;
    const recipients = [...new Set(splitList(request.body.recipients))].join(', ');
    const teamId = getCaller(request).id;
    const now = new Date();
    const data = await getTenantDb(request).transaction(async (tenant, { incidents }) => {
      // Switching it off is always possible.
      if (isOn) rejectConflict(await pausedReason(tenant, teamId));
      // Two first saves at the same time follow each other.
      const team = await tenant.lock('team', teamId);
      if (!team) throw notFound();
      if (isOn && team.email_confirmed_at === null) throw conflict(NOT_CONFIRMED, 'is_on');
      const values = { is_on: isOn ? 1 : 0, recipients };
      const row = await tenant.selectFrom('monthly_report').select('id').executeTakeFirst();
      await dropWaiting(incidents, teamId);
      if (isOn) {
        const zone = team.time_zone ?? DEFAULT_ZONE;
        await planEmails(incidents, { teamId, zone, recipients }, now);
      }
      if (row) {
        return requireUpdated(
          await tenant.update('monthly_report', row.id, values, { expectedUpdatedAt, acceptsRepeat: true }),
        );
      }
      const updated_at = now.toISOString();
      await tenant.insert('monthly_report', { team_id: teamId, ...values, updated_at });
      return { updated_at };
    });
    return { ok: true as const, msg: TEXTS.updated, data };
  });
}
