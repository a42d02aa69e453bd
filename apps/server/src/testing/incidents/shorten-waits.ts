import type { Db } from '../../db/tables.ts';

/** Milliseconds to which a wait of minutes is shortened, at most. */
const LONGEST_WAIT = 600;
const EVERY_MS = 40;

/**
 * Shortens the waits between the steps of all incidents in the database: a policy has whole minutes. Returns when each
 * step was scheduled, by `incident run`.
 */
export function shortenWaits(
  db: Db,
  random: () => number,
): { scheduled: ReadonlyMap<string, number>; stop: () => void } {
  const scheduled = new Map<string, number>();
  let current = Promise.resolve();
  async function shorten(): Promise<void> {
    const long = await db
      .selectFrom('incident')
      .select(['id', 'run', 'next_run_at'])
      .where('next_run_at', '>', new Date(Date.now() + 2 * LONGEST_WAIT).toISOString())
      .execute();
    for (const { id, run, next_run_at } of long) {
      const at = Date.now() + LONGEST_WAIT * random();
      const { numUpdatedRows } = await db
        .updateTable('incident')
        .set({ next_run_at: new Date(at).toISOString() })
        .where('id', '=', id)
        .where('run', '=', run)
        .where('next_run_at', '=', next_run_at)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) scheduled.set(`${id} ${run + 1}`, at);
    }
  }
  const timer = setInterval(() => {
    // The database is busy now and then; the next time is soon enough.
    current = current.then(shorten).catch(() => {});
  }, EVERY_MS);
  return { scheduled, stop: () => clearInterval(timer) };
}
