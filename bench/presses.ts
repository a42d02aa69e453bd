import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseKind } from '@callpoint/server/db/connection';
import type { Db } from '@callpoint/server/db/tables';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { startBare } from './support/baseline-process.ts';
import type { PressTemplate } from './support/baseline-server.ts';
import { type Ground, onGround, phoneToken } from './support/bench-databases.ts';
import { type Call, compare, type Comparison, CONNECTIONS, speedInWords } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

const WANTED = 0.7;
const ROUNDS = { rounds: 5, seconds: 4 };
const BESIDE = { sqlite: 'node:http + node:sqlite', postgres: 'node:http + pg' };

/** Presses a second over HTTP, durable, beside a bare server that makes the same rows with one commit each. */
export async function presses(): Promise<Section> {
  const figures: Figure[] = [];
  for (const kind of ['sqlite', 'postgres'] as const) {
    const result = await onGround(kind, (ground) => measure(ground, kind));
    figures.push({
      what: `${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, beside ${BESIDE[kind]}`,
      ours: speedInWords(result.ours),
      beside: speedInWords(result.bare),
      ratio: result.ratio,
      // What was promised is about SQLite; the other row is there to be seen.
      wanted: kind === 'sqlite' ? { text: `at least ${WANTED}`, reached: result.ratio >= WANTED } : null,
    });
  }
  return {
    name: 'presses',
    title: 'Presses',
    setting: [
      `Presses of button 5 over ${CONNECTIONS} connections, each answered after its commit; medians of ${ROUNDS.rounds} turns of ${ROUNDS.seconds} s.`,
      'Callpoint checks the session and the input, plans the messages of a new subscriber’s default settings, and stores the submission and its messages.',
      'The bare server checks nothing, plans nothing and inserts the same rows with the same texts into the same tables, one commit for each press.',
      'E-mail is not configured for either, so that both only store (messages `held`) and nothing is sent beside it.',
      'Both are durable: SQLite with WAL and synchronous FULL, PostgreSQL with its defaults.',
    ],
    figures,
  };
}

async function measure(ground: Ground, kind: DatabaseKind): Promise<Comparison> {
  const product = await ground.database('product');
  const bareData = await ground.database('bare');
  const token = await phoneToken(product.db);
  await phoneToken(bareData.db);
  const server = await startServerProcess(product.location);
  const call: Call = {
    method: 'POST',
    path: `/mapi/v1/button_click?token=${token}`,
    body: () => pressBody(),
  };
  await fetch(`${server.url}${call.path}`, {
    method: 'POST',
    body: pressBody(),
    headers: { 'content-type': 'application/json' },
  });
  const template = join(ground.folder, 'template.json');
  writeFileSync(template, JSON.stringify(await templateOf(product.db)));
  const { location } = bareData;
  const bare = await startBare(`presses-${kind}`, [
    location.kind === 'sqlite' ? location.file : location.url,
    template,
  ]);
  try {
    return await compare({ url: server.url, call }, { url: bare.url, call }, ROUNDS);
  } finally {
    await bare.stop();
    await server.end('SIGTERM');
  }
}

export function pressBody(buttonId = 5): string {
  return JSON.stringify({
    client_id: randomUUID(),
    button_id: buttonId,
    location: { lat: 38.8977, lng: -77.0365, accuracy: 12, at: '2026-11-21T08:14:07.000Z' },
    pressed_at: '2026-11-21T08:14:06.000Z',
  });
}

/** The rows of the one press that the product has stored. */
async function templateOf(db: Db): Promise<PressTemplate> {
  const { id, ...click } = await db.selectFrom('button_click').selectAll().executeTakeFirstOrThrow();
  const messages = await db.selectFrom('delivery').selectAll().where('button_click_id', '=', id).execute();
  const texts = await db
    .selectFrom('message_text')
    .select(['subject', 'body', 'html'])
    .orderBy('id')
    .execute();
  if (texts.length !== messages.length) throw new Error('each message of the press has a text of its own');
  return {
    click,
    messages: messages.map(({ id: _id, ...message }) => message),
    texts,
    alert: click.screen_text,
  };
}
