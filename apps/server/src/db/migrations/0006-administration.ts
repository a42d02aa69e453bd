import { sql, type Kysely } from 'kysely';
import { searchText } from '../lists/search-text.ts';

type Team = { id: number; email: string; account_name: string; first_name: string; last_name: string };

/** The search text of subscribers, for the administrators' search by name, account name or address. */
export async function addAdministration(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('team')
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  const { rows } = await sql<Team>`select id, email, account_name, first_name, last_name from team`.execute(
    db,
  );
  for (const { id, email, account_name, first_name, last_name } of rows) {
    const text = searchText([`${first_name} ${last_name}`, account_name, email]);
    await sql`update team set search_text = ${text} where id = ${id}`.execute(db);
  }
}
