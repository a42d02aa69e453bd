import type { Location } from '@callpoint/contract/fields';
import { sql } from 'kysely';
import { prepared } from '../db/queries/prepared.ts';
import type { Db } from '../db/tables.ts';
import { MINUTE } from '../scheduling/durations.ts';
import { readLocation } from './read-location.ts';

type Submitted = { location: string; created_at: string };

/**
 * The newest submissions of a person with a location: at most one press and one form. `materialized`: PostgreSQL would otherwise read
 * the submissions of everyone in the wanted order until it finds one of this person, which may have none.
 */
const selectSubmitted = prepared<{ userId: number; after: string }, Submitted>(
  (_db, param) => sql<Submitted>`
    with press as materialized (
      select id, location, created_at from button_click
      where app_user_id = ${param('userId')} and location is not null and created_at > ${param('after')}
    ), form as materialized (
      select id, location, created_at from form_submission
      where app_user_id = ${param('userId')} and location is not null and created_at > ${param('after')}
    )
    select * from (select location, created_at from press order by created_at desc, id desc limit 1) as newest_press
    union all
    select * from (select location, created_at from form order by created_at desc, id desc limit 1) as newest_form
    order by created_at desc`,
);

/** The location of the person's last answer, or of a submission after it. */
export async function findLastLocation(
  db: Db,
  {
    userId,
    dueAt,
    everyMinutes,
    answered,
  }: { userId: number; dueAt: string; everyMinutes: number; answered: Location | null },
): Promise<Location | null> {
  // The check is due one interval after the answer, or earlier at the end.
  const after = new Date(Date.parse(dueAt) - everyMinutes * MINUTE).toISOString();
  const [newest] = await selectSubmitted(db, { userId, after });
  const submitted = newest ? readLocation(newest.location) : null;
  if (submitted === null || answered === null) return submitted ?? answered;
  const isOlder = submitted.at && answered.at && Date.parse(submitted.at) < Date.parse(answered.at);
  return isOlder ? answered : submitted;
}
