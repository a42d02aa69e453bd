import { TABLE_OWNER, type Db, type TableName } from '../../db/tables.ts';

/** Every call can change the audit. */
const CHANGED_BY_EVERY_CALL: readonly string[] = ['audit'];
/** Of the platform, but not among the tables of a subscriber's handle. */
const ACCOUNT_TABLES = ['account_link'] as const satisfies TableName[];

const tables = Object.entries(TABLE_OWNER).filter(([table]) => !CHANGED_BY_EVERY_CALL.includes(table));
/** The tables of subscribers, each with the column that contains the subscriber's id. */
const OWNED = tables.filter(([, owner]) => owner === 'id' || owner === 'team_id');
const PLATFORM_TABLES = [
  ...tables.filter(([, owner]) => owner === 'shared' || owner === 'platform').map(([table]) => table),
  ...ACCOUNT_TABLES,
];

/**
 * All rows of subscribers and of the platform, by table. With `teamIds`, only the rows of these subscribers. Sessions
 * and the audit are omitted, because every call can change them.
 */
export async function databaseContent(
  db: Db,
  teamIds?: readonly number[],
): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const [table, owner] of OWNED) {
    const query = db.selectFrom(table as 'settings').selectAll();
    const rows = await (teamIds ? query.where(owner as 'team_id', 'in', teamIds) : query).execute();
    content[table] = sorted(rows);
  }
  if (teamIds) return content;
  for (const table of PLATFORM_TABLES)
    content[table] = sorted(
      await db
        .selectFrom(table as 'admin')
        .selectAll()
        .execute(),
    );
  return content;
}

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
