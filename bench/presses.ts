import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { startBaseline } from './support/baseline-process.ts';
import type { PressTemplate } from './support/baseline-server.ts';
import { type BenchDatabases, withBenchDatabases, createPhoneTokens } from './support/bench-databases.ts';
import { type Call, compare, type SpeedComparison, CONNECTIONS, formatSpeed } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

/** A press that needs no answer: the baseline has the same rows. */
const BUTTON = 2;
const MIN_RATIO = { sqlite: 1.5, postgres: 1 };
const ROUNDS = { rounds: 9, seconds: 3 };
/** So many people that none of them presses more than once a second. */
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;
const BASELINES = { sqlite: 'node:http + node:sqlite', postgres: 'node:http + pg' };

/** Durable presses a second over HTTP, compared with a minimal server that inserts the same rows with one commit each. */
export async function presses(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    const result = await withBenchDatabases(kind, (databases) => measure(databases, kind));
    figures.push({
      label: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, compared with ${BASELINES[kind]}`,
      ours: formatSpeed(result.first),
      baseline: formatSpeed(result.second),
      ratio: result.ratio,
      target: { text: `at least ${MIN_RATIO[kind]}`, isMet: result.ratio >= MIN_RATIO[kind] },
    });
  }
  return {
    name: 'presses',
    title: 'Presses',
    description: [
      `Presses of button ${BUTTON} over ${CONNECTIONS} connections, each response sent after the commit; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
      `${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people of ${SUBSCRIBERS} subscribers press in turn; a person who presses more often than once a second has no priority.`,
      'Callpoint checks the session and the input, plans the messages of a new subscriber’s default settings, and stores the submission and its messages.',
      'The baseline server checks nothing, plans nothing and inserts the same rows with the same texts into the same tables, one commit for each press.',
      'The mail server does not respond, so that both only store the messages and send nothing.',
      'Both are durable: the response is sent when SQLite’s log is synced, and PostgreSQL has its defaults.',
    ],
    figures,
  };
}

async function measure(databases: BenchDatabases, kind: DatabaseKind): Promise<SpeedComparison> {
  const product = await databases.create('product');
  const baselineDatabase = await databases.create('baseline');
  const tokens = await createPhoneTokens(product.db, SUBSCRIBERS, USERS_OF_EACH);
  await createPhoneTokens(baselineDatabase.db, 1, 1);
  // Without a mail server, each press would raise an alarm.
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const server = await startServerProcess(product.location, {
    variables: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'alerts@callpoint.example' },
  });
  let next = 0;
  const query = () => {
    const token = tokens[next % tokens.length];
    next += 1;
    return `?token=${token}`;
  };
  const call: Call = { method: 'POST', path: '/mapi/v1/button_click', query, body: () => pressBody(BUTTON) };
  await fetch(`${server.url}${call.path}${query()}`, {
    method: 'POST',
    body: pressBody(BUTTON),
    headers: { 'content-type': 'application/json' },
  });
  const template = join(databases.folder, 'template.json');
  writeFileSync(template, JSON.stringify(await readTemplate(product.db)));
  const { location } = baselineDatabase;
  const baseline = await startBaseline(`presses-${kind}`, [
    location.kind === 'sqlite' ? location.file : location.url,
    template,
  ]);
  try {
    return await compare({ url: server.url, call }, { url: baseline.url, call }, ROUNDS);
  } finally {
    await baseline.stop();
    await server.end('SIGKILL');
    silent.close();
  }
}

/** The JSON body of a press with a new `client_id`. */
export function pressBody(buttonId = 5): string {
  return JSON.stringify({
    client_id: randomUUID(),
    button_id: buttonId,
    location: { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07.000Z' },
    pressed_at: '2026-11-21T08:14:06.000Z',
  });
}

/** The rows of the only press in the database, as the product stored them. */
export async function readTemplate(db: Db): Promise<PressTemplate> {
  const { id, ...click } = await db.selectFrom('button_click').selectAll().executeTakeFirstOrThrow();
  const messages = await db.selectFrom('delivery').selectAll().where('button_click_id', '=', id).execute();
  const texts = await db
    .selectFrom('message_text')
    .select(['subject', 'body', 'html'])
    .orderBy('id')
    .execute();
  if (texts.length !== messages.length)
    throw new Error('the number of texts differs from the number of messages');
  return {
    click,
    messages: messages.map(({ id: _id, ...message }) => message),
    texts,
    alert: click.screen_text,
  };
}
