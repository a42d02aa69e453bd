import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { startBaseline } from './support/baseline/baseline-process.ts';
import type { PressTemplate } from './support/baseline/baseline-server.ts';
import {
  type BenchDatabases,
  withBenchDatabases,
  createPhoneTokens,
  readPeople,
} from './support/bench-databases.ts';
import { compare, type SpeedComparison, CONNECTIONS, formatSpeed } from './support/load/load.ts';
import { BUTTON, pressesOf, pressOnce, pressServers } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';

const MIN_RATIO = { sqlite: 1.5, postgres: 1 };
const ROUNDS = { rounds: 9, seconds: 3 };
/** Few phones press at the same time, and many. */
const CONNECTIONS_OF_ROUNDS = [CONNECTIONS, 50];
/** So many people that none of them presses more than once a second. */
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 40;
const BASELINES = { sqlite: 'node:http + node:sqlite', postgres: 'node:http + pg' };

/** Durable presses a second over HTTP, compared with a minimal server that inserts the same rows with one commit each. */
export async function presses(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    const results = await withBenchDatabases(kind, (databases) => measure(databases, kind));
    for (const { connections, first, second, ratio, ratios } of results) {
      figures.push({
        label: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${connections} connections, compared with ${BASELINES[kind]}`,
        ours: formatSpeed(first),
        baseline: formatSpeed(second),
        ratio,
        ratios,
        target: { text: `at least ${MIN_RATIO[kind]}`, isMet: ratio >= MIN_RATIO[kind] },
      });
    }
  }
  return {
    name: 'presses',
    title: 'Presses',
    description: [
      `Presses of button ${BUTTON}, each response sent after the commit; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s.`,
      `${(SUBSCRIBERS * USERS_OF_EACH).toLocaleString('en-US')} people of ${SUBSCRIBERS} subscribers press in turn; a person who presses more often than once a second has no priority.`,
      'Callpoint checks the session and the input, plans the messages of a new subscriber’s default settings, and stores the submission and its messages.',
      'The baseline server checks nothing, plans nothing and inserts the same rows of the same people with the same texts into the same tables, one commit for each press.',
      'The mail server does not respond, so that both only store the messages and send nothing.',
      'Both are durable: the response is sent when SQLite’s log is synced, and PostgreSQL has its defaults.',
    ],
    figures,
  };
}

type Result = SpeedComparison & { connections: number };

async function measure(databases: BenchDatabases, kind: DatabaseKind): Promise<Result[]> {
  const product = await databases.create('product');
  const baselineDatabase = await databases.create('baseline');
  const tokens = await createPhoneTokens(product.db, SUBSCRIBERS, USERS_OF_EACH);
  await createPhoneTokens(baselineDatabase.db, SUBSCRIBERS, USERS_OF_EACH);
  const servers = await pressServers();
  const server = await servers.start(product.location);
  const call = pressesOf(tokens);
  await pressOnce(server.url, tokens[0] ?? '');
  const template = join(databases.folder, 'template.json');
  writeFileSync(template, JSON.stringify(await readTemplate(product.db, baselineDatabase.db)));
  const { location } = baselineDatabase;
  const baseline = await startBaseline(`presses-${kind}`, [
    location.kind === 'sqlite' ? location.file : location.url,
    template,
  ]);
  try {
    const results: Result[] = [];
    for (const connections of CONNECTIONS_OF_ROUNDS) {
      const targets = [
        { url: server.url, call },
        { url: baseline.url, call },
      ] as const;
      results.push({ connections, ...(await compare(...targets, { ...ROUNDS, connections })) });
    }
    return results;
  } finally {
    await baseline.stop();
    await servers.end();
  }
}

/**
 * The rows of the only press in the database `db`, as the product stored them, and the people of the baseline's database.
 */
export async function readTemplate(db: Db, baseline: Db): Promise<PressTemplate> {
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
    people: await readPeople(baseline),
  };
}
