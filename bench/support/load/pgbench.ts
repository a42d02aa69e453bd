import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePostgresBinaries } from '@callpoint/scripts/machine/postgres-binaries.ts';
import type { Person, PressTemplate } from '../baseline/baseline-server.ts';
import { percentile } from '../statistics.ts';

/**
 * The inserts of one press as a script of pgbench: the rows of `template` in one transaction, one statement for each table, with
 * new ids and of a random one of its people. Each statement is a round trip.
 */
function pressScript({ click, messages, texts, people }: PressTemplate): string {
  const all = (of: (person: Person) => number) => people.map(of);
  const [users, teams] = [all(({ app_user_id }) => app_user_id), all(({ team_id }) => team_id)];
  const [firstUser, firstTeam] = [Math.min(...users), Math.min(...teams)];
  const teamCount = new Set(teams).size;
  const isInTurn = people.every(
    ({ app_user_id, team_id }, index) =>
      app_user_id === firstUser + index && team_id === firstTeam + (index % teamCount),
  );
  if (!isInTurn) throw new Error('pgbench needs people with consecutive ids, of each subscriber in turn');
  const ids = texts.map((_, index) => `(array_agg(id order by id))[${index + 1}] as text${index}`).join(', ');
  const insertTexts = `with stored as (${insert('message_text', texts)} returning id) select ${ids} from stored`;
  const insertMessages = insert(
    'delivery',
    messages.map((message, index) => ({
      ...message,
      team_id: raw(':team'),
      button_click_id: raw(':click'),
      text_id: raw(`:text${index}`),
      message_key: raw('gen_random_uuid()::text'),
      created_at: raw('now()'),
    })),
  );
  const press = {
    ...click,
    app_user_id: raw(':person'),
    team_id: raw(':team'),
    client_id: raw('gen_random_uuid()::text'),
    created_at: raw('now()'),
  };
  return [
    `\\set index random(0, ${people.length - 1})`,
    `\\set person ${firstUser} + :index`,
    `\\set team ${firstTeam} + :index % ${teamCount}`,
    'begin;',
    `${insert('button_click', [press])} returning id as click \\gset`,
    `${insertTexts} \\gset`,
    `${insertMessages};`,
    'commit;',
    '',
  ].join('\n');
}

type Raw = { raw: string };
const raw = (text: string): Raw => ({ raw: text });

/** An insert of rows with the same columns. */
function insert(table: string, rows: readonly object[]): string {
  const lists = rows.map((row) => `(${Object.values(row).map(sqlOf).join(', ')})`);
  return `insert into ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) values ${lists.join(', ')}`;
}

function sqlOf(value: string | number | null | Raw): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return value.raw;
  return typeof value === 'number' ? String(value) : literal(value);
}

/** A literal in one line, without a colon: pgbench would read a variable after it. */
function literal(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `E'${escaped.replaceAll("'", String.raw`\'`).replaceAll(':', String.raw`\u003a`)}'`;
}

/** Transactions a second, and the 99th percentile of their times in milliseconds. */
export type PgbenchResult = { perSecond: number; p99: number };

/** Runs the inserts of presses over `connections` connections. */
export async function measurePgbench(
  url: string,
  folder: string,
  template: PressTemplate,
  connections: number,
  seconds: number,
): Promise<PgbenchResult> {
  const script = join(folder, 'press.sql');
  writeFileSync(script, pressScript(template));
  const pgbench = join(await ensurePostgresBinaries(), 'pgbench');
  const logs = await mkdtemp(join(folder, 'pgbench-'));
  const { stdout } = await promisify(execFile)(pgbench, [
    '--no-vacuum',
    `--file=${script}`,
    `--client=${connections}`,
    '--jobs=2',
    `--time=${seconds}`,
    '--protocol=prepared',
    '--log',
    `--log-prefix=${join(logs, 'log')}`,
    url,
  ]);
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  if (perSecond === undefined) throw new Error(`pgbench printed no result:\n${stdout}`);
  return { perSecond: Number(perSecond), p99: percentile(await readTimes(logs), 99) };
}

/** The times of all transactions in milliseconds. A line is: client, number, microseconds, and others. */
async function readTimes(folder: string): Promise<number[]> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => Number(line.split(' ')[2]) / 1000),
  );
}
