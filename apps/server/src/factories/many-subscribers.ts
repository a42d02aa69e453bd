import { sql } from 'kysely';
import { dialectOf } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { buildTeam } from './accounts.ts';

const COPIED = sql.raw(
  'first_name, last_name, phone, password_hash, is_paid, max_users, created_at, updated_at',
);

/** Subscribers whose settings are made by one statement. */
const SETTINGS_AT_ONCE = 1_000;

/**
 * Copies of one new subscriber with its settings, each with a name and an address of its own; some upgraded or
 * blocked, and every tenth with a recipient who can't be one.
 */
export async function manySubscribers(db: Db, count: number): Promise<void> {
  const { id, search_text } = await buildTeam(db);
  await sql`
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count - 1)})
    insert into team (email, account_name, search_text, plan, status, ${COPIED})
    select 'firm' || i || '@firm.example', 'Firm ' || i, ${search_text} || ' firm ' || i || ' firm' || i || '@firm.example',
      case when i % 7 = 0 then 'upgrade_by_admin' else 'free' end, case when i % 50 = 0 then 0 else 1 end, ${COPIED}
    from numbers cross join (select ${COPIED} from team where id = ${id}) as first`.execute(db);
  for (let from = id; from < id + count; from += SETTINGS_AT_ONCE) {
    await sql`
      insert into settings (team_id, setting_key, setting_value, updated_at)
      select team.id, setting_key,
        case when team.id % 10 = 0 and setting_key = 'mail_to_admin_emails_5' then 'nobody' else setting_value end,
        settings.updated_at
      from team cross join settings
      where settings.team_id = ${id} and team.id > ${from} and team.id <= ${from + SETTINGS_AT_ONCE}`.execute(
      db,
    );
  }
  await dialectOf(db).settle.execute(db);
}
