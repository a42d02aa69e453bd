import { sql, type Kysely, type RawBuilder } from 'kysely';

/** The delivery log: the button or form of each message, and indexes for its lists. */
export async function addDeliveryLog(db: Kysely<unknown>): Promise<void> {
  for (const [item, submission, table] of [
    ['button_id', 'button_click_id', 'button_click'],
    ['f_id', 'form_submission_id', 'form_submission'],
  ] as const) {
    await db.schema.alterTable('delivery').addColumn(item, 'integer').execute();
    await sql`
      update delivery set ${sql.ref(item)} = (
        select ${sql.ref(`${table}.${item}`)} from ${sql.table(table)}
        where ${sql.ref(`${table}.id`)} = ${sql.ref(`delivery.${submission}`)}
      ) where ${sql.ref(submission)} is not null`.execute(db);
  }
  // Each index contains the columns of the other filters that never change, so that filters are evaluated in the index
  // and not in the wide rows.
  const fixed = 'channel, button_id, f_id';
  await index(db, 'team', `team_id, created_at, id, ${fixed}`);
  await index(db, 'all', `created_at, id, ${fixed}`);
  await index(db, 'team_state', `team_id, state, created_at, id, ${fixed}`);
  await index(db, 'state', `state, created_at, id, ${fixed}`);
  await index(db, 'team_button', 'team_id, button_id, created_at, id, channel', sql`button_id is not null`);
  await index(db, 'team_form', 'team_id, f_id, created_at, id, channel', sql`f_id is not null`);
}

async function index(
  db: Kysely<unknown>,
  name: string,
  columns: string,
  where?: RawBuilder<unknown>,
): Promise<void> {
  const indexed = columns.split(', ').map((column) => sql.ref(column));
  await sql`create index ${sql.id(`delivery_log_${name}`)} on delivery (${sql.join(indexed)})
    ${where ? sql`where ${where}` : sql``}`.execute(db);
}
