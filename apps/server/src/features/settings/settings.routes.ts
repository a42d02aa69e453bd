import { homeCountry, type SmsCountries } from '@callpoint/alerts/sms/phone-numbers';
import { foreignSettingProblems } from '@callpoint/alerts/sms/foreign-numbers';
import { normalizeSetting } from '@callpoint/alerts/sms/normalize-numbers';
import { settingProblems } from '@callpoint/alerts/settings/setting-problems';
import { settingsCalls, settingsList, type Setting } from '@callpoint/contract/settings';
import { TEXTS } from '@callpoint/contract/texts';
import type { ListQuery } from '../../db/lists/list-query.ts';
import { badInput, notFound, rejectConflict } from '../../http/errors/call-error.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { requireUpdated } from '../../http/errors/update-results.ts';
import type { App } from '../../http/api/schemas.ts';
import { pausedReason } from '../../payments/overdue/paused-changes.ts';

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
      .select(['setting_key', 'setting_value', 'team_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound();
    rejectConflict(await pausedReason(tenant, row.team_id));
    const owner = await tenant.find('team', row.team_id);
    const country = homeCountry(owner?.phone ?? null, smsCountries);
    const setting_value = normalizeSetting(row.setting_key, data.setting_value, country);
    const problems = [
      ...foreignSettingProblems(row.setting_key, data.setting_value, row.setting_value, country),
      ...settingProblems(row.setting_key, setting_value, smsCountries),
    ];
    if (problems.length > 0) throw badInput(problems.map((msg) => ({ msg, field: 'data.setting_value' })));
    const saved = requireUpdated(
      await tenant.update('settings', id, { setting_value }, { expectedUpdatedAt, acceptsRepeat: true }),
    );
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
