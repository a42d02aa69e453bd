import { DEFAULT_ZONE } from '@callpoint/contract/default-zone';
import type { Location } from '@callpoint/contract/fields';
import { sql } from 'kysely';
import { prepared } from '../db/queries/prepared.ts';
import type { Db } from '../db/tables.ts';
import { isUnreachable } from '../db/unreachable.ts';
import { findLastLocation } from './last-location.ts';
import { readLocation } from './read-location.ts';

/** Who must be helped, and what is known about it. */
export type Overdue = {
  id: number;
  dueAt: string;
  /** The time zone of the subscriber’s messages. */
  zone: string;
  location: Location | null;
  person: { id: number; teamId: number; name: string; email: string; phone: string };
  /** False for a blocked subscriber, which notifies no one. */
  isTeamActive: boolean;
};

type Row = {
  id: number;
  due_at: string;
  every_minutes: number;
  location: string | null;
  app_user_id: number;
  team_id: number;
  name: string;
  email: string;
  phone: string;
  removed_at: string | null;
  team_status: number;
  zone: string;
};

const selectOverdue = prepared<{ now: string; after: number; limit: number }, Row>((db, param) =>
  db
    .selectFrom('check_in as c')
    .innerJoin('app_user as u', 'u.id', 'c.app_user_id')
    .innerJoin('team as t', 't.id', 'c.team_id')
    .select(['c.id', 'c.due_at', 'c.every_minutes', 'c.location', 'c.app_user_id', 'c.team_id'])
    .select(['u.name', 'u.email', 'u.phone', 'u.removed_at', 't.status as team_status'])
    .select(sql<string>`coalesce(t.time_zone, ${sql.lit(DEFAULT_ZONE)})`.as('zone'))
    .where('c.state', '=', sql.lit('active'))
    .where('c.raise_at', '<=', param('now'))
    .where('c.id', '>', param('after'))
    .orderBy('c.id')
    .limit(param('limit')),
);

/**
 * Active check-ins that nobody answered in time, in the order of their ids, after the id `after`. A search that fails must not
 * keep an emergency from being raised: it then has what the check-in and the person's row say, and `onFault` is called.
 */
export async function findOverdue(
  db: Db,
  { now, after, limit }: { now: Date; after: number; limit: number },
  onFault: (error: unknown, id: number) => void,
): Promise<Overdue[]> {
  const rows = await selectOverdue(db, { now: now.toISOString(), after, limit });
  const overdue: Overdue[] = [];
  // Each further search would wait as long for a database that does not respond.
  let isUnresponsive = false;
  for (const row of rows) {
    const orElse = async <Found>(known: Found, search: () => Promise<Found>): Promise<Found> => {
      if (isUnresponsive) return known;
      try {
        return await search();
      } catch (error) {
        isUnresponsive = isUnreachable(error);
        onFault(error, row.id);
        return known;
      }
    };
    const person: Person =
      row.removed_at === null ? row : await orElse<Person>(row, () => dataOfDeleted(db, row));
    const { app_user_id: userId, due_at: dueAt, every_minutes: everyMinutes } = row;
    const answered = readLocation(row.location);
    overdue.push({
      id: row.id,
      dueAt,
      zone: row.zone,
      location: await orElse(answered, () => findLastLocation(db, { userId, dueAt, everyMinutes, answered })),
      person: {
        id: userId,
        teamId: row.team_id,
        name: person.name,
        email: person.email,
        phone: person.phone,
      },
      isTeamActive: row.team_status === 1,
    });
  }
  return overdue;
}

type Person = Pick<Row, 'name' | 'email' | 'phone'>;

/** The row of a deleted app user has no data; it is among the deleted items as long as it can be restored. */
async function dataOfDeleted(db: Db, row: Row): Promise<Person> {
  const item = await db
    .selectFrom('deleted_item')
    .select('data')
    .where('kind', '=', 'app_user')
    .where('row_id', '=', row.app_user_id)
    .executeTakeFirst();
  return item ? (JSON.parse(item.data) as { row: Row }).row : row;
}
