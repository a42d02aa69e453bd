import type { AuditLine } from '@callpoint/contract/audit';
import type { TenantDb } from '../../db/handles/tenant.ts';

/** The names of the records that audit entries are about, and of those whose ids they contain. */

type Entry = Pick<AuditLine, 'subject' | 'subject_id' | 'changes'>;

/** The column with the name, by table. */
const NAME_COLUMN = {
  settings: 'setting_key',
  config: 'config_key',
  plan: 'plan_name',
  app_user: 'name',
  team: 'account_name',
} as const;
type NamedTable = keyof typeof NAME_COLUMN;

/** The columns with ids of other records. */
const ID_COLUMN = { plan_id: 'plan', app_user_id: 'app_user' } as const;
type IdColumn = keyof typeof ID_COLUMN;
const ID_COLUMNS = Object.keys(ID_COLUMN) as IdColumn[];

export interface RecordNames {
  subjectName: (entry: Entry) => string | null;
  changedNames: (entry: Entry) => AuditLine['names'];
}

/** Reads the names for a page of entries, with one query for each table. */
export async function readRecordNames(tenant: TenantDb, entries: readonly Entry[]): Promise<RecordNames> {
  const found = {
    settings: await namesOf(tenant, 'settings', entries),
    config: await namesOf(tenant, 'config', entries),
    plan: await namesOf(tenant, 'plan', entries),
    app_user: await namesOf(tenant, 'app_user', entries),
    team: await namesOf(tenant, 'team', entries),
  };
  return {
    subjectName: ({ subject, subject_id, changes }) => {
      if (!isNamed(subject) || subject_id === null) return null;
      // The name that it had then, where the entry has it: of a new record the first one.
      const { old = null, new: first = null } = changes?.[NAME_COLUMN[subject]] ?? {};
      const then = old ?? first;
      return then === null ? (found[subject].get(subject_id) ?? null) : String(then);
    },
    changedNames: (entry) =>
      Object.fromEntries(
        ID_COLUMNS.map((column) => {
          const names = found[ID_COLUMN[column]];
          const known = changedIds(entry, column).filter((id) => names.has(id));
          return [column, Object.fromEntries(known.map((id) => [id, names.get(id) ?? '']))] as const;
        }).filter(([, names]) => Object.keys(names).length > 0),
      ),
  };
}

async function namesOf(
  tenant: TenantDb,
  table: NamedTable,
  entries: readonly Entry[],
): Promise<Map<number, string>> {
  const columns = ID_COLUMNS.filter((column) => ID_COLUMN[column] === table);
  const ids = new Set(
    entries.flatMap((entry) => [
      ...(entry.subject === table && entry.subject_id !== null ? [entry.subject_id] : []),
      ...columns.flatMap((column) => changedIds(entry, column)),
    ]),
  );
  if (ids.size === 0) return new Map();
  const name = NAME_COLUMN[table];
  const rows = await tenant
    .selectFrom(table as 'settings')
    .select(['id', name as 'setting_key'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, (row as Record<string, unknown>)[name] as string]));
}

function changedIds({ changes }: Entry, column: IdColumn): number[] {
  const { old = null, new: current = null } = changes?.[column] ?? {};
  return [old, current].filter((id) => typeof id === 'number');
}

function isNamed(subject: string): subject is NamedTable {
  return subject in NAME_COLUMN;
}
