import { splitList } from '@callpoint/contract/split-list';
import { sql } from 'kysely';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { HOUR } from '../../scheduling/durations.ts';
import { lastMonths, type Month } from '../metrics/months.ts';

/** How long after the end of the month an email is due: in the morning. */
const AFTER_MONTH = 8 * HOUR;
/** Subscribers that one run plans; the next run continues. */
const MOST_SUBSCRIBERS = 500;

/** When the email about a month is due. */
export function dueAfter({ ends }: Month): string {
  return new Date(Date.parse(ends) + AFTER_MONTH).toISOString();
}

/** Stores the emails about the current month, each address once; an email that is stored already is not changed. */
export async function planEmails(
  tx: IncidentsDb,
  { teamId, zone, recipients }: { teamId: number; zone: string; recipients: string },
  now: Date,
): Promise<void> {
  const [current] = lastMonths(zone, 1, now);
  const addresses = new Set(splitList(recipients).map((address) => address.toLowerCase()));
  if (!current || addresses.size === 0) return;
  await tx
    .insertInto('monthly_report_email')
    .values(
      [...addresses].map((address) => ({
        team_id: teamId,
        month: current.month,
        address,
        attempts: 0,
        due_at: dueAfter(current),
        sent_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['team_id', 'month', 'address']).doNothing())
    .execute();
}

/** Deletes the emails that no one has tried to send, so that many changes of the recipients leave no rows behind. */
export async function dropWaiting(tx: IncidentsDb, teamId: number): Promise<void> {
  await tx
    .deleteFrom('monthly_report_email')
    .where('team_id', '=', teamId)
    .where('attempts', '=', 0)
    .where('due_at', 'is not', null)
    .execute();
}

/** Stores the emails of subscribers whose last ones were sent: a new month has started for them. */
export async function planNewMonths(db: IncidentsDb, defaultZone: string, now: Date): Promise<void> {
  const reports = await db
    .selectFrom('monthly_report')
    .innerJoin('team', 'team.id', 'monthly_report.team_id')
    .select(['team.id as teamId', 'recipients', sql<string>`coalesce(time_zone, ${defaultZone})`.as('zone')])
    .where('is_on', '=', sql.lit(1))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('monthly_report_email as email')
            .select('email.id')
            .whereRef('email.team_id', '=', 'team.id')
            .where('email.due_at', 'is not', null),
        ),
      ),
    )
    .orderBy('team.id')
    .limit(MOST_SUBSCRIBERS)
    .execute();
  for (const report of reports) await planEmails(db, report, now);
}
