import { sql, type Kysely } from 'kysely';

/** How a trigger names the rows that a statement has changed, and those that they were. */
const CHANGES = [
  { change: sql`insert`, rows: sql`new table as changed`, name: 'insert' },
  { change: sql`update`, rows: sql`old table as former new table as changed`, name: 'update' },
  { change: sql`delete`, rows: sql`old table as changed`, name: 'delete' },
];

/** Creates the triggers with which each change of `settings` also updates the row of the subscriber in `team`. */
export async function markSubscribersOfSettings(db: Kysely<unknown>): Promise<void> {
  // The function is still there if someone has dropped the tables of an earlier installation.
  await sql`create or replace function callpoint_mark_settings() returns trigger
    language plpgsql set search_path from current as $$
    declare
      marked integer[] := array(select team_id from changed);
    begin
      if tg_op = 'UPDATE' then
        marked := marked || array(select team_id from former);
      end if;
      -- In one order: two statements with several subscribers must not wait for each other.
      perform id from team where id = any(marked) order by id for no key update;
      update team set status = status where id = any(marked);
      return null;
    end
  $$`.execute(db);
  for (const { change, rows, name } of CHANGES) {
    await sql`create trigger ${sql.id(`callpoint_mark_settings_${name}`)} after ${change} on settings
      referencing ${rows} for each statement execute function callpoint_mark_settings()`.execute(db);
  }
}
