import { sql } from 'kysely';
import { databaseKind } from '../db/connection.ts';
import type { Db } from '../db/tables.ts';
import { buildTeam } from './accounts.ts';

const COPIED = sql.raw(
  'first_name, last_name, phone, password_hash, is_paid, max_users, created_at, updated_at',
);

/** Copies of one new subscriber by one statement, each with a name and an address of its own; some upgraded or blocked. */
export async function manySubscribers(db: Db, count: number): Promise<void> {
  const { id, search_text } = await buildTeam(db);
  await sql`
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count - 1)})
    insert into team (email, account_name, search_text, plan, status, ${COPIED})
    select 'firm' || i || '@firm.example', 'Firm ' || i, ${search_text} || ' firm ' || i || ' firm' || i || '@firm.example',
      case when i % 7 = 0 then 'upgrade_by_admin' else 'free' end, case when i % 50 = 0 then 0 else 1 end, ${COPIED}
    from numbers cross join (select ${COPIED} from team where id = ${id}) as first`.execute(db);
  // PostgreSQL would get to know so many new rows a minute later.
  if (databaseKind(db) === 'postgres') await sql`analyze`.execute(db);
}
