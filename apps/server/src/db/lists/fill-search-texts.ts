import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { searchText } from './search-text.ts';

/** Writes the search texts of rows that exist, for migrations. */

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

type Fill = {
  db: Kysely<unknown>;
  dialect: Dialect;
  /** Only rows whose texts contain one of these characters; all rows without any. */
  characters: readonly string[];
};

/** Writes the search texts of subscribers, app users and forms. */
export async function fillSearchTexts(fill: Fill): Promise<void> {
  await fillTable(fill, 'team', ['first_name', 'last_name', 'account_name', 'email'], (row: Team) =>
    searchText([`${row.first_name} ${row.last_name}`, row.account_name, row.email], [row.phone]),
  );
  await fillTable(fill, 'app_user', ['name', 'email'], ({ name, email, phone }: AppUser) =>
    searchText([name, email], [phone]),
  );
  await fillTable(fill, 'form_submission', ['company', 'message', 'other_data'], (row: Form) =>
    searchText([row.company, row.f_id === 1 ? '' : row.other_data, row.message]),
  );
}

async function fillTable(
  { db, dialect, characters }: Fill,
  table: string,
  columns: readonly string[],
  textOf: (row: never) => string,
): Promise<void> {
  const condition = containsOne(dialect, columns, characters);
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number }>`select * from ${sql.table(table)}
      where id > ${last} and ${condition} order by id limit ${BATCH}`.execute(db);
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
    const texts = JSON.stringify(rows.map((row) => ({ id: row.id, text: textOf(row as never) })));
    await sql`update ${sql.table(table)} set search_text = filled.text
      from ${dialect.jsonRows(texts, 'filled', { id: 'integer', text: 'text' })}
      where filled.id = ${sql.ref(`${table}.id`)}`.execute(db);
  }
}

function containsOne(
  dialect: Dialect,
  columns: readonly string[],
  characters: readonly string[],
): RawBuilder<unknown> {
  if (characters.length === 0) return sql`true`;
  const text = sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || `,
  );
  return sql`(${sql.join(
    characters.map((it) => dialect.includes(text, sql.val(it))),
    sql` or `,
  )})`;
}
