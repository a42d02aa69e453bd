import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import { defaultConfigValue } from '@callpoint/contract/configuration';
import { versionCalls, versionList, type Version, type VersionSubject } from '@callpoint/contract/versions';
import { actorNames } from '../../http/actor-names.ts';
import type { ListQuery } from '../../db/lists/list-query.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { getTenantDb } from '../../http/auth/guard.ts';
import { notFound } from '../../http/errors/call-error.ts';
import type { App } from '../../http/api/schemas.ts';

/** The version history, and the defaults that a person can restore. */
export function versionRoutes(app: App): void {
  app.handle(versionCalls.list, async (request) => {
    const tenant = getTenantDb(request);
    const { items, pagination } = await tenant.page(versions, request.query);
    const refOf = ({ actor_role: role, actor_id: id }: VersionRow) => ({ role, id });
    const nameOf = await actorNames(tenant, items.map(refOf));
    const named = items.map((row) => ({ ...row, actor: nameOf(refOf(row)) }));
    return { ok: true as const, items: named, pagination };
  });

  app.handle(versionCalls.defaultValue, async (request) => {
    const { subject, id } = request.query;
    const tenant = getTenantDb(request);
    const value = await (subject === 'config' ? configDefault(tenant, id) : settingDefault(tenant, id));
    if (value === undefined) throw notFound();
    return { ok: true as const, data: { value } };
  });
}

async function settingDefault(tenant: TenantDb, id: number): Promise<string | undefined> {
  const row = await tenant.find('settings', id);
  const owner = row && (await tenant.find('team', row.team_id));
  return row && owner && defaultSettings(owner).get(row.setting_key);
}

async function configDefault(tenant: TenantDb, id: number): Promise<string | undefined> {
  // A subscriber gets the same response as for an unknown id.
  const row = tenant.scope === 'all' ? await tenant.find('config', id) : undefined;
  return row && defaultConfigValue(row.config_key);
}

type VersionRow = Omit<Version, 'actor'>;

const versions: ListQuery<VersionRow> = {
  table: 'version',
  tenantColumn: 'team_id',
  columns: ['id', 'subject', 'subject_id', 'at', 'actor_role', 'actor_id', 'changes'],
  filters: Object.keys(versionList.filters),
  filterIns: Object.keys(versionList.filterIns),
  item: (stored) => {
    const row = stored as Omit<Row<'version'>, 'team_id'>;
    const changes = withPlanCost(JSON.parse(row.changes) as Version['changes']);
    return { ...row, subject: row.subject as VersionSubject, changes };
  },
};

/** The cost of a plan in the unit of the API: dollars, where the database has cents. */
function withPlanCost({ plan_cost_cents: cents, ...changes }: Version['changes']): Version['changes'] {
  if (!cents) return changes;
  const cost = (value: string | number | null) => (value === null ? null : Number(value) / 100);
  return { ...changes, plan_cost: { old: cost(cents.old), new: cost(cents.new) } };
}
