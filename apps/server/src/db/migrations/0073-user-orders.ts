import { sql, type Kysely } from 'kysely';

export const worksSince = '0072-mark-settings';

/**
 * The orders in which lists and exports read app users, of a subscriber and of all: without an index, each page and each batch of an
 * export sorts all of them. Deleted users are in no list. Without them in the index, PostgreSQL reads its pages alone; otherwise it
 * prefers the index of all users, and skips those of other subscribers. The status, which lists filter, is in each.
 *
 * No index is dropped here: for that, PostgreSQL would wait for a change of a user, which waits for this step.
 */
const ORDERS = ['name', 'email', 'phone', 'created_at'];

export async function addUserOrders(db: Kysely<unknown>): Promise<void> {
  const add = async (name: string, columns: readonly string[]) => {
    const refs = sql.join(columns.map((column) => sql.id(column)));
    await sql`create index ${sql.id(`app_user_${name}`)} on app_user (${refs}) where removed_at is null`.execute(
      db,
    );
  };
  await add('list', ['team_id', 'id', 'status']);
  await add('list_status', ['team_id', 'status', 'id']);
  await add('all_status', ['status', 'id']);
  for (const column of ORDERS) {
    await add(`list_${column}`, ['team_id', column, 'id', 'status']);
    await add(`all_${column}`, [column, 'id', 'status']);
  }
}
