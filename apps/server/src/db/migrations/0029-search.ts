import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { fillSearchTexts } from '../lists/fill-search-texts.ts';

/** The search text of app users and forms, phone numbers in that of subscribers, and the records of a person. */
export async function addSearch(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of ['app_user', 'form_submission']) {
    await db.schema
      .alterTable(table)
      .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  }
  await fillSearchTexts({ db, dialect, characters: [] });
  for (const table of ['button_click', 'form_submission']) {
    await db.schema
      .createIndex(`${table}_app_user_id_created_at_id`)
      .on(table)
      .columns(['app_user_id', 'created_at', 'id'])
      .execute();
  }
}
