import type { Db, TableName } from '../db/tables.ts';

/** The column that contains the subscriber's id, by table. */
const OWNER_COLUMNS = {
  team: 'id',
  app_user: 'team_id',
  button_click: 'team_id',
  form_submission: 'team_id',
  settings: 'team_id',
  subscription: 'team_id',
  subscription_history: 'team_id',
  submission_tally: 'team_id',
  delivery: 'team_id',
  alarm: 'team_id',
} as const satisfies Partial<Record<TableName, string>>;

const PLATFORM_TABLES = ['admin', 'plan', 'config', 'account_link'] as const satisfies TableName[];

/**
 * All rows of subscribers and of the platform, by table. With `teamIds`, only the rows of these subscribers. Sessions
 * and the audit are omitted, because every call can change them.
 */
export async function databaseContent(
  db: Db,
  teamIds?: readonly number[],
): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const [table, owner] of Object.entries(OWNER_COLUMNS)) {
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
