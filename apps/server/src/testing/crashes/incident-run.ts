import { setTimeout } from 'node:timers/promises';
import { planRuns } from '@callpoint/alerts/escalation/runs';
import { EMERGENCY_BUTTON_ID } from '@callpoint/contract/catalog';
import type { EscalationPolicy } from '@callpoint/contract/escalation';
import { openDatabase, type DatabaseLocation } from '../../db/connection.ts';
import type { Db } from '../../db/tables.ts';
import { buildSession } from '../../factories/accounts.ts';
import { MINUTE } from '../../scheduling/durations.ts';
import { findViolations } from '../incidents/guarantees.ts';
import { buildSubscriber, type Subscriber } from '../incidents/people.ts';
import { shortenWaits } from '../incidents/shorten-waits.ts';
import { startSmtpServer } from '../providers/smtp.ts';
import { seeded } from '../seeded.ts';
import { startServerProcess, type ServerProcess } from '../processes/server-process.ts';

export type IncidentRunOptions = {
  /** New incidents whenever fewer than these have a next step. */
  incidents: number;
  /** How often a server is killed and started again. */
  kills: number;
  /** How often one of two servers is paused, and for how many milliseconds at most. */
  pauses: number;
  longestPause: number;
  /** Servers on the database. */
  servers: 1 | 2;
  /** An integer that determines who answers, and all moments. */
  seed: number;
};

export type IncidentRun = {
  /** A sentence for each violated guarantee; empty if there is none. */
  problems: string[];
  /** Steps that started. */
  steps: number;
  /** Kills after which a step was still to come. */
  killsDuringSteps: number;
  acknowledged: number;
  /** The longest time from the scheduled time of a step until it started, while a server ran, in milliseconds. */
  latest: number;
};

/** 7 steps after the press. */
const POLICY: EscalationPolicy = {
  needs_answer: true,
  steps: [
    { after: 1, to: [{ kind: 'team' }], by: ['email'] },
    { after: 2, to: [{ kind: 'contacts' }], by: ['email', 'sms'] },
    { after: 3, to: [{ kind: 'owner' }, { kind: 'consultancy' }, { kind: 'administrators' }], by: ['email'] },
  ],
  repeat: { times: 1, every: 4 },
  procedure: '',
};
/** Milliseconds between a start and the next kill, at most. */
const MAX_LIFE = 500;
const POLL_INTERVAL_MS = 50;

/**
 * Escalates incidents on real servers with a real mail server, while the servers are killed and paused at random
 * moments. The waits of the policy are shortened in the database. Then the rows are compared with what people answered.
 */
export async function runIncidents(
  location: DatabaseLocation,
  options: IncidentRunOptions,
): Promise<IncidentRun> {
  const db = openDatabase(location, () => {});
  const smtp = await startSmtpServer();
  const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'alerts@callpoint.example' };
  const start = () => startServerProcess(location, { variables });
  const random = seeded(options.seed);
  const servers: ServerProcess[] = [];
  const waits = shortenWaits(db, seeded(options.seed + 1));
  try {
    while (servers.length < options.servers) servers.push(await start());
    const subscriber = await subscribe(db);
    const ids: number[] = [];
    const answers: Promise<number | null>[] = [];
    let killsDuringSteps = 0;
    const downtimes: Period[] = [];
    const interruptions = shuffled(options, random);
    for (const [index, kind] of interruptions.entries()) {
      const at = index % options.servers;
      if ((await countNextSteps(db)) < options.incidents) {
        const opened = await pressAll(servers[at], subscriber, options.incidents, db);
        for (const [number, id] of opened.entries())
          answers.push(answerSometime(id, number, subscriber, () => servers, random()));
        ids.push(...opened);
      }
      await setTimeout(MAX_LIFE * random());
      if (kind === 'pause') {
        servers[at]?.signal('SIGSTOP');
        await setTimeout(options.longestPause * random());
        servers[at]?.signal('SIGCONT');
        continue;
      }
      if ((await countNextSteps(db)) > 0) killsDuringSteps += 1;
      const from = Date.now();
      await servers[at]?.end('SIGKILL');
      servers[at] = await start();
      if (options.servers === 1) downtimes.push({ from, to: Date.now() });
    }
    const acknowledged = (await Promise.all(answers)).filter((id) => id !== null);
    await waitUntilEnded(db);
    const problems = await findProblems(db, ids, acknowledged, subscriber);
    const steps = await countSteps(db);
    return {
      problems,
      steps,
      killsDuringSteps,
      acknowledged: acknowledged.length,
      latest: await latestStep(db, waits.scheduled, downtimes),
    };
  } finally {
    waits.stop();
    for (const server of servers) {
      server.signal('SIGCONT');
      await server.end('SIGKILL');
    }
    await smtp.close();
    await db.destroy();
  }
}

async function subscribe(db: Db): Promise<Subscriber> {
  const subscriber = await buildSubscriber(
    { db, tokenOf: (role, id) => buildSession(db, role, id) },
    {
      people: 3,
      lists: { emails: [0, 1], numbers: [0], contacts: [1, 2] },
      buttonId: EMERGENCY_BUTTON_ID,
      policyOf: () => POLICY,
    },
  );
  // The run sends more than a day's messages.
  await db.updateTable('team').set({ daily_email_limit: 100_000 }).execute();
  return subscriber;
}

async function pressAll(
  server: ServerProcess | undefined,
  { tokens }: Subscriber,
  count: number,
  db: Db,
): Promise<number[]> {
  for (let number = 0; number < count; number += 1) {
    const response = await send(server, `/mapi/v1/button_click?token=${tokens.phone}`, {
      client_id: crypto.randomUUID(),
      button_id: EMERGENCY_BUTTON_ID,
    });
    if (response !== 200) throw new Error(`a press was rejected with ${response}`);
  }
  const query = db.selectFrom('incident').select('id').orderBy('id', 'desc').limit(count);
  return (await query.execute()).map(({ id }) => id);
}

async function send(server: ServerProcess | undefined, path: string, body: object): Promise<number | null> {
  try {
    const response = await fetch(`${server?.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // The server was killed or paused.
    return null;
  }
}

/**
 * Every second incident is acknowledged; some of these are given back and acknowledged again. Each answer is sent until a
 * server responds. Returns the id of an acknowledged incident.
 */
async function answerSometime(
  id: number,
  index: number,
  { tokens }: Subscriber,
  servers: () => readonly ServerProcess[],
  random: number,
): Promise<number | null> {
  if (index % 2 === 0) return null;
  const answers = index % 4 === 1 ? ['have'] : ['have', 'cannot', 'have'];
  for (const answer of answers) {
    await setTimeout(random * 4_000);
    for (let attempt = 0; ; attempt += 1) {
      const all = servers();
      const server = all[attempt % all.length];
      const status = await send(server, `/tapi/v1/answer/incident?token=${tokens.team}`, { id, answer });
      if (status === 200) break;
      if (status !== null && status < 500) throw new Error(`an answer was rejected with ${status}`);
      await setTimeout(POLL_INTERVAL_MS);
    }
  }
  return id;
}

function shuffled({ kills, pauses }: IncidentRunOptions, random: () => number): ('kill' | 'pause')[] {
  const all = [
    ...Array.from({ length: kills }, () => 'kill' as const),
    ...Array.from({ length: pauses }, () => 'pause' as const),
  ];
  return all
    .map((kind) => ({ kind, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind }) => kind);
}

async function countNextSteps(db: Db): Promise<number> {
  const rows = await db.selectFrom('incident').select('id').where('next_run_at', 'is not', null).execute();
  return rows.length;
}

async function waitUntilEnded(db: Db): Promise<void> {
  const deadline = Date.now() + 2 * MINUTE;
  while ((await countNextSteps(db)) > 0) {
    if (Date.now() > deadline) throw new Error('steps are still to come');
    await setTimeout(POLL_INTERVAL_MS);
  }
}

async function findProblems(
  db: Db,
  ids: readonly number[],
  acknowledged: readonly number[],
  { personOf }: Subscriber,
): Promise<string[]> {
  const problems: string[] = [];
  for (const id of ids) {
    problems.push(...(await findViolations(db, id, personOf)));
    const { state, run } = await db
      .selectFrom('incident')
      .select(['state', 'run'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const expected = acknowledged.includes(id) ? 'acknowledged' : 'open';
    if (state !== expected) problems.push(`incident ${id} is ${state}, not ${expected}`);
    const last = planRuns(POLICY).length - 1;
    if (expected === 'open' && run !== last) problems.push(`incident ${id} ended at step ${run} of ${last}`);
  }
  return problems;
}

async function countSteps(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('incident_event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'step')
    .executeTakeFirstOrThrow();
  return count;
}

/** Milliseconds since 1970. */
type Period = { from: number; to: number };

/**
 * The longest time from the moment when a step was due until it started. It was due at its scheduled time, or when
 * the person who had acknowledged the incident gave it back, if that was later.
 */
async function latestStep(
  db: Db,
  scheduled: ReadonlyMap<string, number>,
  downtimes: readonly Period[],
): Promise<number> {
  const events = await db
    .selectFrom('incident_event')
    .select(['incident_id', 'at', 'kind', 'data'])
    .where('kind', 'in', ['step', 'answered'])
    .orderBy('incident_id')
    .orderBy('seq')
    .execute();
  const givenBack = new Map<number, number>();
  let latest = 0;
  for (const { incident_id, at, kind, data } of events) {
    const { run, answer } = JSON.parse(data) as { run?: number; answer?: string };
    const to = Date.parse(at);
    if (answer === 'cannot') givenBack.set(incident_id, to);
    if (kind !== 'step') continue;
    const from = Math.max(
      scheduled.get(`${incident_id} ${run}`) ?? -Infinity,
      givenBack.get(incident_id) ?? -Infinity,
    );
    givenBack.delete(incident_id);
    // A step without either followed the one before it immediately.
    if (from !== -Infinity) latest = Math.max(latest, to - from - overlap({ from, to }, downtimes));
  }
  return latest;
}

/** How much of a period is in the others, which do not overlap. */
function overlap({ from, to }: Period, others: readonly Period[]): number {
  const shared = others.map((other) => Math.min(to, other.to) - Math.max(from, other.from));
  return shared.reduce((sum, ms) => sum + Math.max(0, ms), 0);
}
