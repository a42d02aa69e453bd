import type { Db } from '../../db/tables.ts';
import type { Row } from '../../db/rows.ts';
import { nextHash } from '../../incidents/timeline/event-chain.ts';

/** What every incident guarantees at any moment, read from the rows. A sentence for each violation. */

type Event = Row<'incident_event'>;

/** @param personOf the same text for each name and address of a person; a person who is not known is named by their address */
export async function findViolations(
  db: Db,
  incidentId: number,
  personOf: (name: string) => string = (name) => name,
): Promise<string[]> {
  const incident = await readIncidentRow(db, incidentId);
  const events = await db
    .selectFrom('incident_event')
    .selectAll()
    .where('incident_id', '=', incidentId)
    .orderBy('seq')
    .execute();
  const messages = await db
    .selectFrom('delivery')
    .select(['incident_run', 'channel', 'address', 'state', 'reason_code'])
    .where('incident_id', '=', incidentId)
    .where('purpose', 'is distinct from', 'update')
    .execute();
  const alarms = await db
    .selectFrom('alarm')
    .select(['closed_at'])
    .where('button_click_id', '=', incident.button_click_id)
    .where('reason', '=', 'unacknowledged')
    .execute();
  return [
    ...stepViolations(incident, events, personOf),
    ...chainViolations(events),
    ...messageViolations(incident, events, messages),
    ...endViolations(incident, events, alarms),
  ].map((problem) => `incident ${incidentId}: ${problem}`);
}

export async function readIncidentRow(db: Db, id: number): Promise<Row<'incident'>> {
  return await db.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The numbers of the steps that started, in the order of the timeline. */
function stepsOf(events: readonly Pick<Event, 'kind' | 'data'>[]): number[] {
  return events
    .filter(({ kind }) => kind === 'step')
    .map(({ data }) => (JSON.parse(data) as { run: number }).run);
}

/** Each step starts once, in order, and none while someone has the incident or after it was closed. */
function stepViolations(
  { run, state, owner, closed_at }: Row<'incident'>,
  events: readonly Event[],
  personOf: (name: string) => string,
): string[] {
  const problems: string[] = [];
  const steps = stepsOf(events);
  if (steps.some((step, index) => step !== index + 1)) problems.push(`the steps ${steps.join(', ')} started`);
  if (steps.length !== run) problems.push(`${steps.length} steps started, and its row says ${run}`);
  let holder: string | null = null;
  let isClosed = false;
  for (const { kind, actor, data } of events) {
    const { answer } = JSON.parse(data) as { answer?: string };
    const person = actor === null ? null : personOf((JSON.parse(actor) as { name: string }).name);
    if (kind === 'answered' && answer === 'have') holder ??= person;
    else if (kind === 'progressed') holder ??= person;
    else if (kind === 'answered' && answer === 'cannot' && holder === person) holder = null;
    else if (kind === 'closed') isClosed = true;
    else if ((kind === 'step' || kind === 'unanswered') && (holder !== null || isClosed))
      problems.push(`a step started although ${isClosed ? 'it was closed' : `${holder} had it`}`);
  }
  if (closed_at === null && (state === 'open') !== (owner === null))
    problems.push(`it is ${state}, and its owner is ${owner}`);
  return problems;
}

function chainViolations(events: readonly Event[]): string[] {
  let previous: string | null = null;
  for (const [index, event] of events.entries()) {
    if (event.seq !== index + 1 || event.hash !== nextHash(previous, event))
      return [`event ${event.seq} breaks the hash chain`];
    previous = event.hash;
  }
  return [];
}

type Message = Pick<Row<'delivery'>, 'incident_run' | 'channel' | 'address' | 'state' | 'reason_code'>;

/** Planned, and not sent because someone had the incident then. */
const isTooLate = ({ reason_code }: Message) => reason_code === 'incident-answered';

/** A step has one message for each address, and as many as its event says. */
function messageViolations(
  { run }: Row<'incident'>,
  events: readonly Event[],
  messages: readonly Message[],
): string[] {
  const asked = messages.filter((message) => message.state !== 'skipped' || isTooLate(message));
  const keys = asked.map(({ incident_run, channel, address }) => `${incident_run} ${channel} ${address}`);
  const problems = keys
    .filter((key, index) => keys.indexOf(key) !== index)
    .map((key) => `${key} has two messages`);
  for (const { kind, data } of events) {
    if (kind !== 'step') continue;
    const step = JSON.parse(data) as { run: number; messages: number };
    const stored = asked.filter(({ incident_run }) => incident_run === step.run).length;
    if (stored !== step.messages)
      problems.push(`step ${step.run} has ${stored} messages, not ${step.messages}`);
  }
  if (messages.some(isTooLate) && !events.some(({ kind }) => kind === 'answered' || kind === 'closed'))
    problems.push('a message was skipped although no one had answered');
  const early = asked.filter(({ incident_run }) => (incident_run ?? 0) > run);
  return [...problems, ...early.map(({ incident_run }) => `a message is of step ${incident_run}`)];
}

/** An unanswered incident has one alarm, which is open until someone closes the incident; a drill has none. */
function endViolations(
  { is_drill, state, closed_at, unanswered_at, next_run_at }: Row<'incident'>,
  events: readonly Event[],
  alarms: readonly { closed_at: string | null }[],
): string[] {
  const problems: string[] = [];
  const hasEnded = events.some(({ kind }) => kind === 'unanswered');
  if (hasEnded !== (unanswered_at !== null)) problems.push(`it ended silently at ${unanswered_at}`);
  const expected = hasEnded && is_drill === 0 ? 1 : 0;
  if (alarms.length !== expected) problems.push(`it has ${alarms.length} alarms, not ${expected}`);
  if (alarms.some((alarm) => (alarm.closed_at === null) !== (closed_at === null)))
    problems.push(`its alarm was closed at ${alarms[0]?.closed_at}, and it at ${closed_at}`);
  if (state === 'open' && next_run_at === null && unanswered_at === null)
    problems.push('it is open, and nothing follows');
  if (state !== 'open' && next_run_at !== null) problems.push(`it is ${state}, and a step is scheduled`);
  return problems;
}
