import type { Row } from '../../db/rows.ts';
import type { Db } from '../../db/tables.ts';
import { readIncidentRow } from './guarantees.ts';

/** The time within which a step starts after it is due, in milliseconds. */
const START_WITHIN = 5_000;

/** An incident, and whether its current step may still reach someone who has not answered that they can’t. */
export type Reach = { incident: Row<'incident'>; mayAnswer: boolean };

export async function reachOf(
  db: Db,
  incidentId: number,
  personOf: (name: string) => string,
): Promise<Reach> {
  const incident = await readIncidentRow(db, incidentId);
  const all = await db
    .selectFrom('delivery')
    .select(['address', 'incident_run', 'responder_id', 'state', 'reason_code'])
    .where('incident_id', '=', incidentId)
    .where('incident_run', '<=', incident.run)
    .execute();
  // People keep their time while later steps leave out everyone, or contain only what is impossible.
  const unwaited = ['consultancy-off', 'drill', 'consultancy-has-no-account'];
  const isLeftOut = (code: string | null) => code !== null && unwaited.includes(code);
  const runs = all.flatMap(({ incident_run, reason_code }) =>
    isLeftOut(reason_code) ? [] : [incident_run ?? 0],
  );
  const messages = all.filter(
    ({ incident_run, responder_id, state }) =>
      incident_run === Math.max(...runs) &&
      responder_id !== null &&
      ['pending', 'sending', 'sent'].includes(state),
  );
  const answers = await db
    .selectFrom('incident_responder')
    .select(['address', 'answer'])
    .where('incident_id', '=', incidentId)
    .where('answer', '=', 'cannot')
    .execute();
  const declined = new Set(answers.map(({ address }) => personOf(address)));
  return { incident, mayAnswer: messages.some(({ address }) => !declined.has(personOf(address))) };
}

/** Steps that started before their time although someone of the current step might still answer. */
export function findEarlySteps(before: Reach, after: Reach, now: Date): string[] {
  const { run, next_run_at, state } = before.incident;
  const hasStarted =
    after.incident.run > run || after.incident.unanswered_at !== before.incident.unanswered_at;
  if (!hasStarted) return [];
  if (state !== 'open') return [`step ${after.incident.run} started although the incident was ${state}`];
  const isDue = next_run_at !== null && Date.parse(next_run_at) <= now.getTime();
  if (isDue || !before.mayAnswer) return [];
  return [`step ${after.incident.run} started at ${now.toISOString()}, before ${next_run_at}`];
}

/** Steps that should have started, because they are due or because the current step reaches no one. */
export function findLateSteps({ incident, mayAnswer }: Reach, now: Date, changedAt: number): string[] {
  const { state, next_run_at, run, run_started_at } = incident;
  if (state !== 'open' || next_run_at === null) return [];
  const problems: string[] = [];
  if (now.getTime() - Math.max(Date.parse(next_run_at), changedAt) > START_WITHIN)
    problems.push(`step ${run + 1} did not start until ${now.toISOString()}, and was due at ${next_run_at}`);
  const unreachedSince = Math.max(changedAt, Date.parse(run_started_at));
  if (!mayAnswer && now.getTime() - unreachedSince > START_WITHIN)
    problems.push(`step ${run + 1} did not start although step ${run} reaches no one`);
  return problems;
}
