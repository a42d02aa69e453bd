import { gapAfter, planRuns } from '@callpoint/alerts/escalation/runs';
import type { ButtonId } from '@callpoint/contract/catalog';
import { readPolicy } from '@callpoint/contract/escalation';
import type { Db } from '../../db/tables.ts';
import type { Row } from '../../db/rows.ts';
import { readIncidentRow } from './guarantees.ts';
import { reachOf } from './schedule.ts';

/** A step that starts by at most this much too late does not move the steps after it, in milliseconds. */
const PUNCTUAL = 60_000;

/** A step that started. `at`: when; `scheduled`: when it should have started, null if a withdrawal makes it unknown. */
type Start = { run: number; at: number; scheduled: number | null; reason: string; messages: number };

/**
 * Steps that started before the people of the step before them had their time, read from the rows: a step is early only
 * if the step before it reached no one, if everyone of that step can't help, or if the owner withdrew. The same for the end.
 * Not for policies whose waits a test shortens.
 */
export async function findEarlyStarts(
  db: Db,
  incidentId: number,
  personOf: (name: string) => string,
): Promise<string[]> {
  const incident = await readIncidentRow(db, incidentId);
  const runs = planRuns(readPolicy(incident.button_id as ButtonId, incident.policy));
  const events = await db
    .selectFrom('incident_event')
    .select(['kind', 'at', 'data'])
    .where('incident_id', '=', incidentId)
    .orderBy('seq')
    .execute();
  const leftOut = await findLeftOut(db, incidentId);
  const opened = Date.parse(incident.opened_at);
  let last: Start = { run: 0, at: opened, scheduled: opened, reason: 'due', messages: 1 };
  // After an acknowledgment, only a withdrawal starts a step, immediately.
  let wasAcknowledged = false;
  const problems: string[] = [];
  for (const [index, { kind, at, data }] of events.entries()) {
    const { answer, run, reason, messages } = JSON.parse(data) as Partial<Start> & { answer?: string };
    if (kind === 'progressed' || (kind === 'answered' && answer === 'have')) wasAcknowledged = true;
    if (kind !== 'step' && kind !== 'unanswered') continue;
    const earliest = wasAcknowledged ? null : earliestAfter(last, gapAfter(runs, last.run), leftOut);
    const start = Date.parse(at);
    const isEarly = earliest !== null && start < earliest;
    const name = kind === 'step' ? `step ${run}` : 'the end';
    const until = new Date(earliest ?? 0).toISOString();
    if (isEarly && (kind === 'step' ? reason === 'due' : await couldAnswer(index)))
      problems.push(`incident ${incidentId}: ${name} started at ${at}, before ${until}`);
    const isKnown = earliest !== null && (last.scheduled !== null || last.reason !== 'due');
    if (kind === 'step')
      last = {
        run: run ?? 0,
        at: start,
        scheduled: isKnown ? earliest : null,
        reason: reason ?? '',
        messages: messages ?? 0,
      };
    wasAcknowledged = false;
  }
  return problems;

  /** Only an answer makes a step reach someone again: if it may without one, it did at the end, too. */
  async function couldAnswer(end: number): Promise<boolean> {
    if (events.slice(end).some(({ kind }) => kind === 'answered')) return false;
    return (await reachOf(db, incidentId, personOf)).mayAnswer;
  }
}

/** When the step after a step starts at the earliest, unless the step reaches no one. */
function earliestAfter(
  { run, at, scheduled, reason, messages }: Start,
  gap: number,
  leftOut: ReadonlySet<number>,
): number {
  const isWaited = reason === 'due' && leftOut.has(run);
  if (messages === 0 && !isWaited) return at;
  if (reason !== 'due') return at + gap;
  if (scheduled === null) return at - PUNCTUAL + gap;
  return (at - scheduled < PUNCTUAL ? scheduled : at) + gap;
}

/** The steps that leave out everyone on purpose; they take no time from the people of the step before. */
async function findLeftOut(db: Db, incidentId: number): Promise<ReadonlySet<number>> {
  const messages: Pick<Row<'delivery'>, 'incident_run' | 'reason_code'>[] = await db
    .selectFrom('delivery')
    .select(['incident_run', 'reason_code'])
    .where('incident_id', '=', incidentId)
    .where('incident_run', 'is not', null)
    .execute();
  const possible = messages.filter(({ reason_code }) => reason_code !== 'consultancy-has-no-account');
  const byRun = Map.groupBy(possible, ({ incident_run }) => incident_run ?? 0);
  const isLeftOut = ({ reason_code: code }: (typeof messages)[number]) =>
    code === 'consultancy-off' || code === 'drill';
  return new Set([...byRun].flatMap(([run, all]) => (all.every(isLeftOut) ? [run] : [])));
}
