import type { CheckIn } from '@callpoint/contract/check-ins';
import type { Location } from '@callpoint/contract/fields';
import { isLastAnswer, nextDue } from '../../check-ins/check-in-times.ts';
import { pressIdOf } from '../../check-ins/press-id.ts';
import type { PlatformDb } from '../../db/handles/platform.ts';
import type { Row } from '../../db/rows.ts';

/** The app user whose check-in it is. */
export type Owner = { id: number; teamId: number };

type NewCheckIn = {
  client_id: string;
  every_minutes: number;
  grace_minutes: number;
  until: string;
  location?: Location | null | undefined;
};

/** The active check-in, or the newest one. */
export async function readCheckIn(db: PlatformDb, { id }: Owner): Promise<CheckIn | null> {
  const row = await db
    .selectFrom('check_in')
    .selectAll()
    .where('app_user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? checkInOf(row) : null;
}

export async function findCheckIn(db: PlatformDb, { id }: Owner, clientId: string): Promise<CheckIn | null> {
  const row = await ownCheckIn(db, id, clientId).executeTakeFirst();
  return row ? checkInOf(row) : null;
}

/** Null if another check-in of the person is active. */
export async function startCheckIn(
  db: PlatformDb,
  { id, teamId }: Owner,
  { client_id, every_minutes, grace_minutes, until, location }: NewCheckIn,
  now: Date,
): Promise<CheckIn | null> {
  const row = await db
    .insertInto('check_in')
    .values({
      team_id: teamId,
      app_user_id: id,
      client_id,
      every_minutes,
      grace_minutes,
      until_at: until,
      ...nextDue({ everyMinutes: every_minutes, graceMinutes: grace_minutes, until }, now),
      reminded_at: null,
      state: 'active',
      location: location ? JSON.stringify(location) : null,
      button_click_id: null,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ? checkInOf(row) : await findCheckIn(db, { id, teamId }, client_id);
}

/** What an answer or an end did. A check-in that is no longer active is unchanged. */
export type Change = { isChanged: boolean; checkIn: CheckIn };

/** The same answer that is sent again can seem so much earlier: phones round its age, and each call takes a different time. */
const SAME_ANSWER_MS = 60_000;

/**
 * The person answers: the next check is due later, or the last one was answered. `answeredAt`: when the person did, which
 * may be long before the call. It says nothing about the time after the next question.
 */
export async function confirmCheckIn(
  db: PlatformDb,
  owner: Owner,
  clientId: string,
  { location, answeredAt }: { location: Location | null; answeredAt: Date },
): Promise<Change | null> {
  return await changeActive(db, owner, clientId, (row) => {
    const plan = planOf(row);
    if (isLastAnswer(plan, answeredAt)) return ENDED;
    const next = nextDue(plan, answeredAt);
    const place = location === null ? {} : { location: JSON.stringify(location) };
    const earlier = Date.parse(row.due_at) - Date.parse(next.due_at);
    // An answer from before the newest one.
    if (earlier > SAME_ANSWER_MS) return { due_at: row.due_at };
    // The newest one again, with the location that the phone determined meanwhile.
    if (earlier > 0) return { due_at: row.due_at, ...place };
    return { ...next, reminded_at: null, ...place };
  });
}

/** The person ends the check-ins before their time. */
export async function endCheckIn(db: PlatformDb, owner: Owner, clientId: string): Promise<Change | null> {
  return await changeActive(db, owner, clientId, () => ENDED);
}

/** Where the person was is no longer needed. */
const ENDED = { state: 'ended', location: null } as const;

/** The lock decides between this change and the server that raises the emergency at the same moment. */
async function changeActive(
  db: PlatformDb,
  { id }: Owner,
  clientId: string,
  changes: (row: Row<'check_in'>) => Partial<Row<'check_in'>>,
): Promise<Change | null> {
  return await db.transaction(async (tx) => {
    const row = await ownCheckIn(tx, id, clientId).modifyEnd(tx.rowLock('no key update')).executeTakeFirst();
    if (!row) return null;
    if (row.state !== 'active') return { isChanged: false, checkIn: checkInOf(row) };
    const changed = await tx
      .updateTable('check_in')
      .set(changes(row))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { isChanged: true, checkIn: checkInOf(changed) };
  });
}

function ownCheckIn(db: PlatformDb, userId: number, clientId: string) {
  return db
    .selectFrom('check_in')
    .selectAll()
    .where('app_user_id', '=', userId)
    .where('client_id', '=', clientId);
}

function planOf({ every_minutes, grace_minutes, until_at }: Row<'check_in'>) {
  return { everyMinutes: every_minutes, graceMinutes: grace_minutes, until: until_at };
}

function checkInOf(row: Row<'check_in'>): CheckIn {
  return {
    client_id: row.client_id,
    every_minutes: row.every_minutes,
    grace_minutes: row.grace_minutes,
    until: row.until_at,
    due_at: row.due_at,
    state: row.state as CheckIn['state'],
    press_client_id: row.state === 'raised' ? pressIdOf(row.id) : null,
  };
}
