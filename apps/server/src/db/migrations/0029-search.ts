import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { searchText } from '../lists/search-text.ts';

type Team = {
  id: number;
  email: string;
  account_name: string;
  first_name: string;
  last_name: string;
  phone: string;
};
type AppUser = { id: number; name: string; email: string; phone: string };
type Form = { id: number; f_id: number; company: string; message: string; other_data: string };

/** Rows that are read together. */
const BATCH = 1_000;

/** The search text of app users and forms, phone numbers in that of subscribers, and the records of a person. */
export async function addSearch(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of ['app_user', 'form_submission']) {
    await db.schema
      .alterTable(table)
      .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await fill(db, dialect, 'team', (row: Team) =>
    searchText([`${row.first_name} ${row.last_name}`, row.account_name, row.email], [row.phone]),
  );
  await fill(db, dialect, 'app_user', ({ name, email, phone }: AppUser) =>
    searchText([name, email], [phone]),
  );
  await fill(db, dialect, 'form_submission', ({ f_id, company, message, other_data }: Form) =>
    searchText([company, f_id === 1 ? '' : other_data, message]),
  );
  for (const table of ['button_click', 'form_submission']) {
    await db.schema
      .createIndex(`${table}_app_user_id_created_at_id`)
      .on(table)
      .columns(['app_user_id', 'created_at', 'id'])
      .execute();
  }
}

async function fill(
  db: Kysely<unknown>,
  dialect: Dialect,
  table: string,
  textOf: (row: never) => string,
): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<{
      id: number;
    }>`select * from ${sql.table(table)} where id > ${last} order by id limit ${BATCH}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    const texts = JSON.stringify(rows.map((row) => ({ id: row.id, text: textOf(row as never) })));
    await sql`update ${sql.table(table)} set search_text = filled.text
      from ${dialect.jsonRows(texts, 'filled', { id: 'integer', text: 'text' })}
      where filled.id = ${sql.ref(`${table}.id`)}`.execute(db);
  }
}
