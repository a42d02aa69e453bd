import { sql } from 'kysely';
import type { NewIndexes } from '../migration-files.ts';

export const worksSince = '0072-mark-settings';

const ORDERS = ['name', 'email', 'phone', 'created_at'];

/**
 * The orders in which lists and exports read app users, of a subscriber and of all: without an index, each page and each batch of an
 * export sorts all of them. Deleted users are in no list. Without them in the index, PostgreSQL reads its pages alone; otherwise it
 * prefers the index of all users, and skips those of other subscribers. The status, which lists filter, is in each.
 *
 * No index is dropped here: for that, PostgreSQL would wait for a change of a user, which waits for this step.
 */
export const indexes: NewIndexes = {
  app_user_list: listed('team_id', 'id', 'status'),
  app_user_list_status: listed('team_id', 'status', 'id'),
  app_user_all_status: listed('status', 'id'),
  ...Object.fromEntries(
    ORDERS.flatMap((column) => [
      [`app_user_list_${column}`, listed('team_id', column, 'id', 'status')],
      [`app_user_all_${column}`, listed(column, 'id', 'status')],
    ]),
  ),
};

function listed(...columns: readonly string[]) {
  const list = sql.join(columns.map((column) => sql.id(column)));
  return { table: 'app_user', columns: sql`(${list}) where removed_at is null` };
}
