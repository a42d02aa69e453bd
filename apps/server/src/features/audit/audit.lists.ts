import { CONFIG_NAMES, SETTING_NAMES } from '@callpoint/alerts/settings/setting-names';
import { auditList, type AuditLine } from '@callpoint/contract/audit';
import {
  ACCOUNT_STATUS_LABELS,
  AUDIT_ACTION_LABELS,
  AUDIT_EXPORT_LABELS,
  AUDIT_SUBJECT_LABELS,
  PLAN_KIND_LABELS,
} from '@callpoint/contract/audit-labels';

import { findCall } from '@callpoint/contract/calls';
import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '../../db/lists/list-query.ts';
import {
  administratorIds,
  contains,
  isNamed,
  isPerson,
  isPlan,
  subscriberIds,
  type SearchParam,
} from '../../db/lists/search-conditions.ts';
import type { Row } from '../../db/rows.ts';
import type { TenantDb } from '../../db/handles/tenant.ts';
import { readRecordNames } from './record-names.ts';

/** Entries are counted up to this number after the current page. */
const COUNT_AT_MOST = 2_000;
/** Maximum entries that a search examines, and maximum characters of the changes of each. */
const SEARCHED_ENTRIES = 5_000;
const SEARCHED_LENGTH = 1_000;

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
  filterIns: Object.keys(auditList.filterIns),
  comparisons: {
    from: { where: (param) => sql`at >= ${param}` },
    to: { where: (param) => sql`at < ${param}` },
  },
  search: (param) => {
    const teams = subscriberIds(param);
    const changes = sql`substr(coalesce(changes, ''), 1, ${sql.lit(SEARCHED_LENGTH)})`;
    return sql`${contains(sql`coalesce(detail, '')`, param)} or ${contains(changes, param)}
      or ${contains(shownWords(changes), param)}
      or (subject = 'app_user' and ${isPerson(sql`subject_id`, param)})
      or (subject = 'settings' and ${isSetting('settings', SETTING_NAMES, param)})
      or (subject = 'config' and ${isSetting('config', Object.entries(CONFIG_NAMES), param)})
      or (subject = 'plan' and ${isPlan(sql`subject_id`, param)})
      or ${contains(sql`address`, param)} or subject_id = ${param.value('id')} or team_id in (${teams})
      or (actor_role = 'team' and actor_id in (${teams}))
      or (actor_role = 'admin' and actor_id in (${administratorIds(param)}))`;
  },
  scan: {
    rows: SEARCHED_ENTRIES,
    choices: [],
    columns: [
      'action',
      'outcome',
      'subject',
      'detail',
      'changes',
      'address',
      'subject_id',
      'team_id',
      'actor_role',
      'actor_id',
    ],
  },
  countAtMost: COUNT_AT_MOST,
  item: (row) => row as AuditRow,
};

/**
 * What the console shows instead of the stored words: `Deleted: App user`, the status of an account and the kind of a plan. Other values, and
 * the columns, are found as they are stored.
 */
function shownWords(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  const labels = (column: string, texts: Readonly<Record<string, string>>) => {
    const cases = Object.entries(texts).map(
      ([stored, shown]) => sql`when ${sql.lit(stored)} then ${sql.lit(shown)}`,
    );
    return sql`case ${sql.ref(column)} ${sql.join(cases, sql` `)} else replace(${sql.ref(column)}, '_', ' ') end`;
  };
  const statuses = Object.entries({ null: '', ...ACCOUNT_STATUS_LABELS });
  const replaced = [
    ...statuses.flatMap(([old, was]) =>
      statuses.map(([now, is]) => [`"status":{"old":${old},"new":${now}}`, `${was} → ${is}`] as const),
    ),
    ...Object.entries(PLAN_KIND_LABELS).map(([stored, shown]) => [`"${stored}"`, shown] as const),
    ['_', ' '] as const,
  ];
  const values = replaced.reduce(
    (text, [stored, shown]) => sql`replace(${text}, ${sql.lit(stored)}, ${sql.lit(shown)})`,
    changes,
  );
  const done = sql`case outcome when 'refused' then 'Rejected' else ${labels('action', AUDIT_ACTION_LABELS)} end`;
  const subject = sql`case action when 'export' then ${labels('subject', AUDIT_EXPORT_LABELS)} else ${labels('subject', AUDIT_SUBJECT_LABELS)} end`;
  return sql.join([done, subject, values], sql` || ': ' || `);
}

/** Entries about a setting whose name contains the text: `Changed: Setting “Lone Worker Emergency: mode”`. */
function isSetting(
  table: 'settings' | 'config',
  names: Iterable<readonly [key: string, name: string]>,
  param: SearchParam,
): RawBuilder<unknown> {
  const label = AUDIT_SUBJECT_LABELS[table];
  const quoted = [...names].map(([key, name]) => [key, `${label} “${name}”`] as const);
  const verb = sql`case outcome when 'refused' then outcome else action end`;
  const done = Object.entries(AUDIT_ACTION_LABELS).map(([action, text]) => [action, `${text}: `] as const);
  return isNamed(table, sql`subject_id`, quoted, { verb, verbs: [...done, ['refused', '']] }, param);
}

/** The entries for the response, with the names of the actor and of the subscriber. */
export async function auditItems(tenant: TenantDb, rows: readonly AuditRow[]): Promise<AuditLine[]> {
  const accounts = {
    admin: await accountsOf(tenant, 'admin', rows),
    team: await accountsOf(tenant, 'team', rows),
    app_user: await accountsOf(tenant, 'app_user', rows),
  };
  const teams = await accountNames(tenant, rows);
  const entries = rows.map((row) => ({
    ...row,
    changes: row.changes === null ? null : (JSON.parse(row.changes) as AuditLine['changes']),
  }));
  const { subjectName, changedNames } = await readRecordNames(tenant, entries);
  const actorOf = ({ actor_role, actor_id }: Pick<AuditRow, 'actor_role' | 'actor_id'>) =>
    accounts[actor_role as keyof typeof accounts]?.get(actor_id ?? 0);
  return entries.map(({ times, ...entry }) => ({
    ...entry,
    call: entry.outcome === 'refused' ? summaryOf(entry.action) : null,
    detail: times !== null && times > 1 ? `${entry.detail}, ${times} times within the hour` : entry.detail,
    actor: actorOf(entry)?.email ?? null,
    actor_name: actorOf(entry)?.name || null,
    subject_name: subjectName(entry),
    team: teams.get(entry.team_id ?? 0) ?? null,
    names: changedNames(entry),
  }));
}

/**
 * What a call does, without the details after a colon or semicolon.
 * @param action the method and the path of a rejected call
 */
function summaryOf(action: string): string | null {
  const [method = '', path = ''] = action.split(' ');
  return findCall(method, path)?.summary.split(/[:;]/)[0] ?? null;
}

interface Account {
  email: string;
  name: string;
}

const NAMES = {
  admin: ['first_name', 'last_name'],
  team: ['first_name', 'last_name'],
  app_user: ['name'],
} as const;

async function accountsOf(
  tenant: TenantDb,
  role: 'admin' | 'team' | 'app_user',
  rows: readonly AuditRow[],
): Promise<Map<number, Account>> {
  const ids = unique(rows.filter(({ actor_role }) => actor_role === role).map(({ actor_id }) => actor_id));
  if (ids.length === 0) return new Map();
  const found = await tenant
    .selectFrom(role as 'team')
    .select(['id', 'email', ...(NAMES[role] as readonly 'first_name'[])])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    found.map((row) => {
      const parts = NAMES[role].map((column) => (row as Record<string, unknown>)[column]);
      return [row.id, { email: row.email, name: parts.join(' ').trim() }];
    }),
  );
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
