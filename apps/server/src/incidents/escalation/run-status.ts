import { UNWAITED_CODES } from '@callpoint/alerts/escalation/resolve-recipients';
import { yieldToPresses } from '../../scheduling/press-priority.ts';
import { sql, type RawBuilder } from 'kysely';
import type { IncidentsDb } from '../../db/handles/incidents.ts';
import { prepared } from '../../db/queries/prepared.ts';
import type { IncidentRow } from '../incident-row.ts';

/** States in which a message may still reach its recipient, or has reached it. */
const HOPEFUL = sql`('pending', 'sending', 'sent')`;

/** The run whose people have time to answer: the current one, or the one before it if it left out everyone. */
const WAITED_FOR = sql`(
  select m.incident_run from delivery as m
  where m.incident_id = i.id and m.incident_run <= i.run
    and (m.reason_code is null or m.reason_code not in (${sql.join(UNWAITED_CODES.map((code) => sql.lit(code)))}))
  order by m.incident_run desc limit 1)`;

const hopefulIn = (run: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`exists (
  select 1 from delivery as d join incident_responder as r on r.id = d.responder_id
  where d.incident_id = i.id and d.incident_run = ${run} and d.state in ${HOPEFUL} ${more})`;

/**
 * Incident `i` has a message of its current run that may reach someone; `more`: a further condition on its recipient `r`.
 * Most have one, so that only the others need the second search.
 */
const hasHopefulMessage = (more: RawBuilder<unknown> = sql``) =>
  sql`(${hopefulIn(sql`i.run`, more)} or ${hopefulIn(WAITED_FOR, more)})`;

/** The recipient's person has not answered that they can’t, over any address. */
const HAS_NOT_DECLINED = sql`and not exists (
  select 1 from incident_responder as other
  where other.incident_id = i.id and other.person = r.person and other.answer = 'cannot')`;

/** Incidents of one query, which takes about a millisecond: presses run between two queries. */
const SLICE_SIZE = 50;
/** Incidents of one search; the next one finds the others. */
const MOST_FOUND = 500;

type Checked = { id: number; run: number; next_run_at: string; exhausted: number };
/** An incident, and its step at that time. */
export type ExhaustedRun = Pick<Checked, 'id' | 'run'>;

const checkSlice = prepared<{ at: string; after: number }, Checked>(
  (_db, param) => sql<Checked>`
    select i.id, i.run, i.next_run_at, case when ${hasHopefulMessage(HAS_NOT_DECLINED)} then 0 else 1 end as exhausted
    from (
      select id, run, next_run_at from incident
      where next_run_at is not null and state = 'open' and next_run_at >= ${param('at')}
        and (next_run_at > ${param('at')} or id > ${param('after')})
      order by next_run_at, id limit ${sql.lit(SLICE_SIZE)}
    ) as i order by i.next_run_at, i.id`,
);

/**
 * Open incidents whose current step can reach no one any longer: each message failed, is held or was skipped, or its
 * recipient can’t. The next step need not wait.
 */
export async function findExhausted(db: IncidentsDb, now: Date): Promise<ExhaustedRun[]> {
  const found: ExhaustedRun[] = [];
  let next: { at: string; after: number } | null = { at: now.toISOString(), after: 0 };
  while (next !== null && found.length < MOST_FOUND) {
    const slice: Checked[] = await checkSlice(db, next);
    found.push(...slice.filter(({ exhausted }) => exhausted === 1));
    const last = slice.at(-1);
    next = last && slice.length === SLICE_SIZE ? { at: last.next_run_at, after: last.id } : null;
    await yieldToPresses();
  }
  return found;
}

const statusOf = prepared<{ id: number }, { hopeful: number; willing: number }>(
  (_db, param) => sql<{ hopeful: number; willing: number }>`
    select case when ${hasHopefulMessage()} then 1 else 0 end as hopeful,
      case when ${hasHopefulMessage(HAS_NOT_DECLINED)} then 1 else 0 end as willing
    from incident as i where i.id = ${param('id')}`,
);

/** Why the next step starts now: it is due, or the current one reached no one, or everyone it reached can’t. */
export async function whyNow(
  db: IncidentsDb,
  { id }: Pick<IncidentRow, 'id'>,
): Promise<'due' | 'undelivered' | 'declined'> {
  const [status] = await statusOf(db, { id });
  if (!status || status.willing === 1) return 'due';
  return status.hopeful === 1 ? 'declined' : 'undelivered';
}
