import { Agent, request } from 'node:http';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { pressBody } from './support/press-body.ts';
import { percentile } from './support/statistics.ts';
import { withBenchDatabases, createPhoneToken } from './support/bench-databases.ts';
import type { Figure, Section } from './support/report.ts';

/** Presses a second; each rate is measured for `SECONDS`. */
const RATES = [10, 100, 500] as const;
const SECONDS = 8;
/** Presses sent at the same time: more than the server processes concurrently. */
const FLOOD = 3000;
/** Connections opened at the same time: fewer than the system's backlog. */
const PARALLEL = 100;

/** Errors of idle connections that the server has just closed, and of new ones beyond its backlog. */
const RETRYABLE = new Set(['ECONNRESET', 'EPIPE']);

const TIMEOUT_MS = 60_000;

type Response = { status: number; ms: number; retryAfter: string | undefined };

/** The response time of presses at rising rates, and the server's behavior under overload. */
export async function acceptance(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('acceptance');
    const token = await createPhoneToken(db);
    const server = await startServerProcess(location);
    const agent = openAgent();
    const url = `${server.url}/mapi/v1/button_click?token=${token}`;
    const press = () => send(url, agent, 'POST');
    try {
      await pressAtRate(press, 100, 2);
      const rows: Figure[] = [];
      for (const rate of RATES) rows.push(createFigure(rate, await pressAtRate(press, rate, SECONDS)));
      const stored = async () =>
        (
          await db
            .selectFrom('button_click')
            .select((row) => row.fn.countAll<number>().as('n'))
            .execute()
        )[0]?.n ?? 0;
      const before = await stored();
      const flood = await sendFlood(url, `${server.url}/healthz`);
      rows.push(createFloodFigure(flood, (await stored()) - before));
      return rows;
    } finally {
      agent.destroy();
      await server.end('SIGTERM');
    }
  });
  return {
    name: 'acceptance',
    title: 'From press to acceptance',
    description: [
      `Presses of button 5 on SQLite, sent at a fixed rate for ${SECONDS} s without waiting for responses; then ${FLOOD.toLocaleString('en-US')} at the same time over as many connections.`,
      'A rejected press gets 503 and Retry-After, and none of its data is stored.',
    ],
    figures,
  };
}

function createFigure(rate: number, responses: readonly Response[]): Figure {
  const times = responses.map(({ ms }) => ms);
  const accepted = responses.filter(({ status }) => status === 200).length;
  return {
    label: `${rate} a second`,
    ours: `p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    baseline: null,
    ratio: null,
    target: { text: 'all accepted', isMet: accepted === responses.length },
  };
}

function createFloodFigure(responses: readonly Response[], stored: number): Figure {
  const accepted = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined);
  return {
    label: `${FLOOD.toLocaleString('en-US')} at the same time`,
    ours: `${accepted.length} accepted (p99 ${percentile(
      accepted.map(({ ms }) => ms),
      99,
    ).toFixed(0)} ms), ${rejected.length} rejected with Retry-After, ${stored} stored`,
    baseline: null,
    ratio: null,
    target: {
      text: 'every accepted press stored, all others rejected with Retry-After',
      isMet: stored === accepted.length && accepted.length + rejected.length === responses.length,
    },
  };
}

/** Sends all presses over connections that are already open, so that opening them is not measured. */
async function sendFlood(url: string, healthz: string): Promise<Response[]> {
  const agents = Array.from({ length: FLOOD / PARALLEL }, () => openAgent());
  for (const agent of agents) {
    await Promise.all(Array.from({ length: PARALLEL }, () => send(healthz, agent, 'GET')));
  }
  const responses = agents.flatMap((agent) =>
    Array.from({ length: PARALLEL }, () => send(url, agent, 'POST')),
  );
  const all = await Promise.all(responses);
  for (const agent of agents) agent.destroy();
  return all;
}

function openAgent(): Agent {
  return new Agent({ keepAlive: true, maxFreeSockets: PARALLEL });
}

async function pressAtRate(
  press: () => Promise<Response>,
  rate: number,
  seconds: number,
): Promise<Response[]> {
  const start = performance.now();
  const responses: Promise<Response>[] = [];
  for (let at = 0; at < rate * seconds; at += 1) {
    const wait = start + (at * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    responses.push(press());
  }
  return await Promise.all(responses);
}

/** Sends a request; repeats it with the same body, as a phone does, when the connection fails. */
function send(
  url: string,
  agent: Agent,
  method: 'GET' | 'POST',
  body = method === 'POST' ? pressBody() : undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const at = performance.now();
    const sent = request(url, { method, agent, headers: { 'content-type': 'application/json' } });
    sent.once('error', (error: NodeJS.ErrnoException) =>
      RETRYABLE.has(error.code ?? '') ? resolve(send(url, agent, method, body)) : reject(error),
    );
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error('a press got no response within a minute')));
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
