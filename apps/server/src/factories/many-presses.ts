import { sql, type RawBuilder } from 'kysely';
import { getDialect } from '../db/dialect.ts';
import type { Db } from '../db/tables.ts';
import { insertTexts } from '../delivery/queue/message-text.ts';
import { buildAppUser, buildTeam } from './accounts.ts';

const TEAMS = 100;
const USERS_PER_TEAM = 10;
const TWO_DAYS_MS = 2 * 86_400_000;
/** Rows for each statement; a PostgreSQL statement has a timeout. */
const BATCH_ROWS = 100_000;

/**
 * Inserts `rows` presses in mixed order with a few statements, because the product would need an hour for a million.
 * Every tenth press is of button 5 of the first team, or each `ofFirst`th; the others are spread over the other teams and the four
 * buttons. They are two days old, or spread evenly over the last `days` days: the watchdog would raise an alarm for each newer press,
 * because none has messages. Returns the id of the first team.
 */
export async function insertPresses(db: Db, rows: number, days = 0, ofFirst = 10): Promise<number> {
  const teams: number[] = [];
  for (let at = 0; at < TEAMS; at += 1) {
    const { id } = await buildTeam(db);
    for (let user = 0; user < USERS_PER_TEAM; user += 1) await buildAppUser(db, id);
    teams.push(id);
  }
  const [first = 0] = teams;
  const users = await db.selectFrom('app_user').select(['id', 'team_id']).orderBy('id').execute();
  const isInOrder = users.every(({ id, team_id }, at) => {
    return id === (users[0]?.id ?? 0) + at && team_id === first + Math.floor(at / USERS_PER_TEAM);
  });
  if (!isInOrder) throw new Error('the ids of the new accounts are not consecutive');

  const team = sql`case when i % ${sql.lit(ofFirst)} = 0 then 0 else 1 + ((i % 10007) * 7919) % ${sql.lit(TEAMS - 1)} end`;
  const button = sql`case when i % ${sql.lit(ofFirst)} = 0 or i % 4 = 3 then 5 else 1 + (i % 4) * (i % 4 + 1) / 2 end`;
  for (let from = 0; from < rows; from += BATCH_ROWS) {
    const until = Math.min(rows, from + BATCH_ROWS);
    await sql`
      with recursive numbers(i) as (
          select ${sql.lit(from + 1)} union all select i + 1 from numbers where i < ${sql.lit(until)}),
        presses as (select i, ${team} as team, ${button} as button from numbers)
      insert into button_click (team_id, app_user_id, button_id, client_id, location, screen_text, created_at)
      select ${sql.lit(first)} + team, ${sql.lit(users[0]?.id ?? 0)} + team * ${sql.lit(USERS_PER_TEAM)} + i % 10,
        button, 'press ' || i, '{"lat":38.8977,"lng":-77.0365,"accuracy":12}', 'Help is coming.', ${createdAtOf(db, rows, days)}
      from presses`.execute(db);
  }
  await sql`
    insert into submission_tally (team_id, kind, item_id, total)
    select team_id, 'button', button_id, count(*) from button_click group by team_id, button_id`.execute(db);
  return first;
}

function createdAtOf(db: Db, rows: number, days: number): RawBuilder<unknown> {
  if (days === 0) return sql.lit(new Date(Date.now() - TWO_DAYS_MS).toISOString());
  // With fractions, because the milliseconds of a year exceed a 32-bit integer.
  const milliseconds = sql`(1.0 * (i - ${sql.lit(rows)}) * ${sql.lit((days * 86_400_000) / rows)})`;
  return getDialect(db).addMilliseconds(sql.lit(new Date().toISOString()), milliseconds);
}

/** Inserts messages to the safety team for each press, by default one. One press in 100 has failed messages, the others are sent. */
export async function insertMessagesForEachPress(db: Db, messages = 1): Promise<void> {
  const last = await lastIdOf(db, 'button_click');
  const [text = null] = await insertTexts(db, [{ subject: null, body: 'Help is needed.', html: null }]);
  for (let from = 0; from < last; from += BATCH_ROWS) {
    await sql`
      insert into delivery (team_id, button_click_id, button_id, channel, role, address, text_id, message_key, priority,
        state, attempts, fence, created_at, lane)
      select team_id, id, button_id, 'email', 'team', 'safety@work.example', ${text}, 'press ' || id || ' ' || message, 1,
        case when id % 100 = 0 then 'failed' else 'sent' end, 1, 1, created_at, 'email'
      from button_click cross join (${numbers(messages)}) as numbers
      where id > ${from} and id <= ${from + BATCH_ROWS}`.execute(db);
  }
}

/** A text of 1,000 characters for each press, which its messages share, and an attempt of each message. */
export async function insertOwnTexts(db: Db): Promise<void> {
  const [shared, last] = [await lastIdOf(db, 'message_text'), await lastIdOf(db, 'button_click')];
  await sql`insert into message_text (id, body) select id + ${sql.lit(shared)}, ${'Help is needed at gate B. '.repeat(40).slice(0, 1000)}
    from button_click`.execute(db);
  await sql`update delivery set text_id = button_click_id + ${sql.lit(shared)}`.execute(db);
  await sql`insert into delivery_attempt (delivery_id, at, ms, outcome, detail)
    select id, created_at, 5, 'sent', '' from delivery`.execute(db);
  await getDialect(db).setLastId(db, 'message_text', shared + last);
}

async function lastIdOf(db: Db, table: 'message_text' | 'button_click'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((row) => row.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

/** The rows `1` to `most` of the column `message`. */
function numbers(most: number): RawBuilder<unknown> {
  const rows = Array.from({ length: most }, (_, at) => sql`select ${sql.lit(at + 1)} as message`);
  return sql.join(rows, sql` union all `);
}
