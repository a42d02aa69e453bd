import { sql } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { buildTeam } from './accounts.ts';

const COPIED_COLUMNS = sql`first_name, last_name, phone, password_hash, is_paid, max_users, created_at, updated_at`;

/** The number of subscribers whose settings are inserted by one statement. */
const BATCH_SUBSCRIBERS = 1_000;

/**
 * Inserts copies of a new subscriber and its settings, each with its own name and address. Some are upgraded or
 * blocked, and every tenth has an invalid recipient.
 */
export async function insertSubscribers(db: Db, count: number): Promise<void> {
  const { id, search_text } = await buildTeam(db);
  await sql`
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count - 1)})
    insert into team (email, account_name, search_text, plan, status, ${COPIED_COLUMNS})
    select 'firm' || i || '@firm.example', 'Firm ' || i, ${search_text} || ' firm ' || i || ' firm' || i || '@firm.example',
      case when i % 7 = 0 then 'upgrade_by_admin' else 'free' end, case when i % 50 = 0 then 0 else 1 end, ${COPIED_COLUMNS}
    from numbers cross join (select ${COPIED_COLUMNS} from team where id = ${id}) as first`.execute(db);
  for (let from = id; from < id + count; from += BATCH_SUBSCRIBERS) {
    await sql`
      insert into settings (team_id, setting_key, setting_value, updated_at)
      select team.id, setting_key,
        case when team.id % 10 = 0 and setting_key = 'mail_to_admin_emails_5' then 'nobody' else setting_value end,
        settings.updated_at
      from team cross join settings
      where settings.team_id = ${id} and team.id > ${from} and team.id <= ${from + BATCH_SUBSCRIBERS}`.execute(
      db,
    );
  }
  await getDialect(db).settle.execute(db);
}
