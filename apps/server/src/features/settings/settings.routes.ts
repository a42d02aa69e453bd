import type { SmsCountries } from '@callpoint/alerts/phone-numbers';
import { settingProblems } from '@callpoint/alerts/setting-problems';
import { settingsCalls, settingsList, type Setting } from '@callpoint/contract/settings';
import { TEXTS } from '@callpoint/contract/texts';
import type { ListQuery } from '../../db/list-query.ts';
import { badInput, notFound } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/schemas.ts';

/** A subscriber's settings: who is notified of what, the phone's main screen, and the safety contacts. */
export function settingsRoutes(app: App, { smsCountries }: { smsCountries: SmsCountries }): void {
  app.handle(settingsCalls.list, async (request) => ({
    ok: true as const,
    ...(await getTenantDb(request).page(settings, request.query)),
  }));

  app.handle(settingsCalls.update, async (request) => {
    const { id, data, updated_at: expectedUpdatedAt } = request.body;
    const tenant = getTenantDb(request);
    const row = await tenant
      .selectFrom('settings')
      .select('setting_key')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound();
    const problems = settingProblems(row.setting_key, data.setting_value, smsCountries);
    if (problems.length > 0) throw badInput(problems.map((msg) => ({ msg, field: 'data.setting_value' })));
    const saved = requireUpdated(await tenant.update('settings', id, data, { expectedUpdatedAt }));
    return { ok: true as const, msg: TEXTS.updated, data: saved };
  });
}

const settings: ListQuery<Setting> = {
  table: 'settings',
  tenantColumn: 'team_id',
  columns: ['id', 'setting_key', 'setting_value', 'updated_at'],
  filters: Object.keys(settingsList.filters),
  filterIns: Object.keys(settingsList.filterIns),
  item: (row) => row as Setting,
};
