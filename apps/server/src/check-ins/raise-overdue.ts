import { sql } from 'kysely';
import type { Location } from '@callpoint/contract/fields';
import { getDialect } from '../db/dialect.ts';
import { PlatformDb } from '../db/handles/platform.ts';
import type { Db, Tx } from '../db/tables.ts';
import type { Overdue } from './overdue.ts';
import { pressIdOf } from './press-id.ts';

/** The press that is raised for a person. */
export type RaisedPress = {
  person: Overdue['person'];
  clientId: string;
  location: Location | null;
  /** When the person should have answered, and the time zone in which the messages write it. */
  missed: { dueAt: string; zone: string };
};

/** How presses are planned, stored and announced; see features/phone. */
export type Presses<Prepared, Accepted extends { id: number }> = {
  prepare(press: RaisedPress, now: Date): Promise<Prepared>;
  /** Stores presses with their messages. The results are in the order of the presses. */
  accept(tx: PlatformDb, presses: readonly Prepared[], now: Date): Promise<Accepted[]>;
  /** Called after the commit. */
  announce(presses: readonly Prepared[], accepted: readonly Accepted[], now: Date): void;
};

export type PlannedRaise<Prepared> = { id: number; teamId: number; prepared: Prepared };

/** Plans the press that a check-in raises. */
export async function planRaise<Prepared, Accepted extends { id: number }>(
  presses: Presses<Prepared, Accepted>,
  { id, person, location, dueAt, zone }: Overdue,
  now: Date,
): Promise<PlannedRaise<Prepared>> {
  const press = { person, clientId: pressIdOf(id), location, missed: { dueAt, zone } };
  return { id, teamId: person.teamId, prepared: await presses.prepare(press, now) };
}

/**
 * Stores the presses, and their check-ins as raised, in one transaction. A check-in that was answered or raised in the
 * meantime, or that another transaction is changing, is left out.
 */
export async function raise<Prepared, Accepted extends { id: number }>(
  db: Db,
  presses: Presses<Prepared, Accepted>,
  planned: readonly PlannedRaise<Prepared>[],
  now: Date,
): Promise<number> {
  const result = await db.transaction().execute(async (tx) => {
    const ids = planned.map(({ id }) => id);
    const overdue = new Set(await lockOverdue(tx, ids, now));
    const raised = planned.filter(({ id }) => overdue.has(id));
    const submissions = raised.map(({ prepared }) => prepared);
    const accepted =
      submissions.length === 0 ? [] : await presses.accept(new PlatformDb(tx), submissions, now);
    for (const [index, { id }] of raised.entries()) {
      await tx
        .updateTable('check_in')
        .set({ state: 'raised', button_click_id: accepted[index]?.id ?? null })
        .where('id', '=', id)
        .execute();
    }
    return { submissions, accepted };
  });
  if (result.accepted.length > 0) presses.announce(result.submissions, result.accepted, now);
  return result.accepted.length;
}

/** Ends overdue check-ins without an emergency. */
export async function endOverdue(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('check_in')
    .set({ state: 'ended', location: null })
    .where('id', 'in', ids)
    .where('state', '=', sql.lit('active'))
    .where('raise_at', '<=', now.toISOString())
    .execute();
}

async function lockOverdue(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('check_in')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', sql.lit('active'))
    .where('raise_at', '<=', now.toISOString())
    .orderBy('id')
    .modifyEnd(getDialect(tx).lock('update skip locked'))
    .execute();
  return rows.map(({ id }) => id);
}
