import { sql, type Kysely } from 'kysely';

/**
 * Submissions store who sent them: the name and addresses of that moment. Submissions of question forms have a list of
 * images, even if it is empty.
 */
export async function storeSubmitters(db: Kysely<unknown>): Promise<void> {
  for (const table of ['button_click', 'form_submission']) {
    for (const column of ['user_name', 'user_email', 'user_phone'])
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
        .execute();
    await sql`update ${sql.table(table)} set
      user_name = (select name from app_user where app_user.id = app_user_id),
      user_email = (select email from app_user where app_user.id = app_user_id),
      user_phone = (select phone from app_user where app_user.id = app_user_id)`.execute(db);
  }
  await sql`update form_submission set other_data = '[]' where f_id = 1 and other_data = ''`.execute(db);
}
