import { auditList, type AuditLine } from '@callpoint/contract/audit';
import { sql } from 'kysely';
import type { ListQuery } from '../../db/list-query.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/tenant.ts';

/** Entries are counted up to this number after the current page. */
const COUNT_AT_MOST = 2_000;

const COLUMNS = [
  'id',
  'at',
  'actor_role',
  'actor_id',
  'address',
  'action',
  'outcome',
  'subject',
  'subject_id',
  'team_id',
  'changes',
  'detail',
  'times',
] as const;
export type AuditRow = Pick<Row<'audit'>, (typeof COLUMNS)[number]>;

export const auditRows: ListQuery<AuditRow> = {
  table: 'audit',
  tenantColumn: 'team_id',
  columns: COLUMNS,
  filters: Object.keys(auditList.filters),
  filterIns: [],
  comparisons: {
    from: { where: (param) => sql`at >= ${param}` },
    to: { where: (param) => sql`at < ${param}` },
  },
  countAtMost: COUNT_AT_MOST,
  item: (row) => row as AuditRow,
};

/** The entries for the response, with the names of the actor and of the subscriber. */
export async function auditItems(tenant: TenantDb, rows: readonly AuditRow[]): Promise<AuditLine[]> {
  const names = {
    admin: await emailsOf(tenant, 'admin', rows),
    team: await emailsOf(tenant, 'team', rows),
    app_user: await emailsOf(tenant, 'app_user', rows),
  };
  const teams = await accountNames(tenant, rows);
  return rows.map(({ times, ...row }) => ({
    ...row,
    detail: times !== null && times > 1 ? `${row.detail}, ${times} times within the hour` : row.detail,
    actor: names[row.actor_role as keyof typeof names]?.get(row.actor_id ?? 0) ?? null,
    team: teams.get(row.team_id ?? 0) ?? null,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as AuditLine['changes']),
  }));
}

async function emailsOf(
  tenant: TenantDb,
  role: 'admin' | 'team' | 'app_user',
  rows: readonly AuditRow[],
): Promise<Map<number, string>> {
  const ids = unique(rows.filter(({ actor_role }) => actor_role === role).map(({ actor_id }) => actor_id));
  if (ids.length === 0) return new Map();
  const found = await tenant
    .selectFrom(role as 'team')
    .select(['id', 'email'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, email }) => [id, email]));
}

async function accountNames(tenant: TenantDb, rows: readonly AuditRow[]): Promise<Map<number, string>> {
  const ids = unique(rows.map(({ team_id }) => team_id));
  if (ids.length === 0) return new Map();
  const found = await tenant
    .selectFrom('team')
    .select(['id', 'account_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, account_name }) => [id, account_name]));
}

function unique(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids)].filter((id) => id !== null);
}
