import { Agent, request } from 'node:http';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { pressBody } from './presses.ts';
import { percentile } from './support/statistics.ts';
import { onGround, phoneToken } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

/** Presses a second, for so many seconds each. */
const RATES = [10, 100, 500] as const;
const SECONDS = 8;
/** All at once: more than the server works on together. */
const FLOOD = 3000;
/** Connections that are opened at once: fewer than the system lets wait to be accepted. */
const AT_ONCE = 100;

/** Idle connections that the server has just closed, and new ones for which it has no room yet. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE']);

const LONGEST_MS = 60_000;

type Answer = { status: number; ms: number; retryAfter: string | undefined };

/** How long a press waits for its answer at rising rates, and what the server does when it cannot keep up. */
export async function acceptance(): Promise<Section> {
  const figures = await onGround('sqlite', async (ground) => {
    const { db, location } = await ground.database('acceptance');
    const token = await phoneToken(db);
    const server = await startServerProcess(location);
    const agent = openAgent();
    const url = `${server.url}/mapi/v1/button_click?token=${token}`;
    const press = () => once(url, agent, 'POST');
    try {
      await atRate(press, 100, 2);
      const rows: Figure[] = [];
      for (const rate of RATES) rows.push(figureOf(rate, await atRate(press, rate, SECONDS)));
      const stored = async () =>
        (
          await db
            .selectFrom('button_click')
            .select((row) => row.fn.countAll<number>().as('n'))
            .execute()
        )[0]?.n ?? 0;
      const before = await stored();
      const flood = await inFlood(url, `${server.url}/healthz`);
      rows.push(figureOfFlood(flood, (await stored()) - before));
      return rows;
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
    }
  });
  return {
    name: 'acceptance',
    title: 'From press to acceptance',
    setting: [
      `Presses of button 5 on SQLite, sent on the beat of a clock for ${SECONDS} s whatever the answers; then ${FLOOD.toLocaleString('en-US')} at once over as many connections.`,
      'A press that is refused is refused before anything of it is stored, with 503 and Retry-After.',
    ],
    figures,
  };
}

function figureOf(rate: number, answers: readonly Answer[]): Figure {
  const times = answers.map(({ ms }) => ms);
  const accepted = answers.filter(({ status }) => status === 200).length;
  return {
    what: `${rate} a second`,
    ours: `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    beside: null,
    ratio: null,
    wanted: { text: 'all accepted', reached: accepted === answers.length },
  };
}

function figureOfFlood(answers: readonly Answer[], stored: number): Figure {
  const accepted = answers.filter(({ status }) => status === 200);
  const shed = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined);
  return {
    what: `${FLOOD.toLocaleString('en-US')} at once`,
    ours: `${accepted.length} accepted (p99 ${percentile(
      accepted.map(({ ms }) => ms),
      99,
    ).toFixed(0)} ms), ${shed.length} refused with Retry-After, ${stored} stored`,
    beside: null,
    ratio: null,
    wanted: {
      text: 'nothing accepted lost, all others told when to come again',
      reached: stored === accepted.length && accepted.length + shed.length === answers.length,
    },
  };
}

/** Over connections that are open already: how fast a system opens them is not what is measured. */
async function inFlood(url: string, healthz: string): Promise<Answer[]> {
  const agents = Array.from({ length: FLOOD / AT_ONCE }, () => openAgent());
  for (const agent of agents) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => once(healthz, agent, 'GET')));
  }
  const answers = agents.flatMap((agent) => Array.from({ length: AT_ONCE }, () => once(url, agent, 'POST')));
  const all = await Promise.all(answers);
  for (const agent of agents) agent.destroy();
  return all;
}

function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: AT_ONCE });
}

async function atRate(press: () => Promise<Answer>, rate: number, seconds: number): Promise<Answer[]> {
  const start = performance.now();
  const answers: Promise<Answer>[] = [];
  for (let at = 0; at < rate * seconds; at += 1) {
    const wait = start + (at * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    answers.push(press());
  }
  return await Promise.all(answers);
}

/** A connection that breaks is asked again, as a phone does: with the same client_id. */
function once(
  url: string,
  agent: Agent,
  method: 'GET' | 'POST',
  body = method === 'POST' ? pressBody() : undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const at = performance.now();
    const sent = request(url, { method, agent, headers: { 'content-type': 'application/json' } });
    sent.once('error', (error: NodeJS.ErrnoException) =>
      BROKEN.has(error.code ?? '') ? resolve(once(url, agent, method, body)) : reject(error),
    );
    sent.setTimeout(LONGEST_MS, () => sent.destroy(new Error('a press got no answer within a minute')));
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - at,
          retryAfter: response.headers['retry-after'],
        }),
      );
    });
    sent.end(body);
  });
}
