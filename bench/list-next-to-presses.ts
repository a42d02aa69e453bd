import type { Db } from '@callpoint/server/db/tables';
import { buildAppUser, buildSession, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { limitToOneEmailPerPress } from '@callpoint/server/testing/crashes/delivery-count';
import { startSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { createPhoneTokens, withBenchDatabases, type BenchDatabases } from './support/bench-databases.ts';
import { startOpenLoopProcess } from './support/load/open-loop-process.ts';
import { sendOpenLoop } from './support/load/open-loop.ts';
import { pressRequests } from './support/load/press-load.ts';
import type { Figure, Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

/** Calls a second. */
const LISTS = 50;
const PRESSES = 300;
const ROUNDS = 9;
const SECONDS = 4;
/** Pages that are read in turn: none is read again while its response is stored. */
const PAGES = 200;
const PER_PAGE = 20;
const MAX_RATIO = 1.5;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 10;
const CONNECTIONS = 100;

/** A server, and the calls that read its list. */
type Reader = { url: string; requests: readonly string[] };

/** A 99th percentile of the list, in milliseconds: alone, next to presses, and of an idle server next to the same presses. */
type Round = { alone: number; next: number; idle: number };

/** A list while presses are received: neither they nor their waits for the disk may delay it much. */
export async function listNextToPresses(): Promise<Section> {
  const rounds = await withBenchDatabases('sqlite', measure);
  return {
    name: 'list-next-to-presses',
    title: 'A list next to presses',
    description: [
      `A list of ${(PAGES * PER_PAGE).toLocaleString('en-US')} presses, ${PER_PAGE} to a page, read ${LISTS} times a second with Poisson arrivals, with and without ${PRESSES} presses a second of ${SUBSCRIBERS} other subscribers, each with one email that is sent meanwhile; on SQLite. A process of its own reads the ${PAGES} pages in turn, each from the database. Medians of ${ROUNDS} rounds of ${SECONDS} s.`,
      'The second row is the same list of a second server, which does nothing else, next to the same presses: what the load, the mail server and the other server on the same two cores add is not the work of its process.',
    ],
    figures: [
      figureOf('the list', rounds, ({ next }) => next, MAX_RATIO),
      figureOf('the list of an idle server', rounds, ({ idle }) => idle, null),
    ],
  };
}

async function measure(databases: BenchDatabases): Promise<Round[]> {
  const { db, location } = await databases.create('list-next-to-presses');
  const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
  const token = await fillList(db);
  for (const { id } of await db.selectFrom('team').select('id').execute())
    await limitToOneEmailPerPress(db, id);
  const smtp = await startSmtpServer();
  const server = await startServerProcess(location, {
    variables: { SMTP_URL: `${smtp.url}?maxConnections=20`, MAIL_FROM: 'alerts@callpoint.example' },
  });
  const other = await databases.create('idle');
  const otherToken = await fillList(other.db);
  const idleServer = await startServerProcess(other.location);
  const busy = { url: server.url, requests: requestsOf(server.url, token) };
  const idle = { url: idleServer.url, requests: requestsOf(idleServer.url, otherToken) };
  const press = pressRequests(server.url, tokens);
  const client = startOpenLoopProcess();
  const sendPresses = () => sendOpenLoop(server.url, press, PRESSES, SECONDS, CONNECTIONS);
  const listTime = async (reader: Reader) => {
    const load = { ...reader, rate: LISTS, seconds: SECONDS, connections: CONNECTIONS };
    const responses = await client.send(load);
    const failed = responses.find(({ status }) => status !== 200);
    if (failed) throw new Error(`a list got ${failed.status}`);
    return percentile(
      responses.map(({ ms }) => ms),
      99,
    );
  };
  const nextToPresses = async (reader: Reader) => (await Promise.all([listTime(reader), sendPresses()]))[0];
  try {
    await nextToPresses(busy);
    await listTime(idle);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({
        alone: await listTime(busy),
        next: await nextToPresses(busy),
        idle: await nextToPresses(idle),
      });
    }
    return rounds;
  } finally {
    await client.stop();
    await server.end('SIGKILL');
    await idleServer.end('SIGKILL');
    await smtp.close();
  }
}

function requestsOf(url: string, token: string): string[] {
  const { host } = new URL(url);
  return Array.from(
    { length: PAGES },
    (_, page) =>
      `GET /tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=${page + 1}&per_page=${PER_PAGE}&token=${token} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
  );
}

function figureOf(
  label: string,
  rounds: readonly Round[],
  timeOf: (round: Round) => number,
  maxRatio: number | null,
): Figure {
  const ratio = median(rounds.map((round) => timeOf(round) / round.alone));
  const format = (values: readonly number[]) => `p99 ${median(values).toFixed(1)} ms`;
  return {
    label,
    ours: format(rounds.map(timeOf)),
    baseline: `${format(rounds.map(({ alone }) => alone))} without presses`,
    ratio,
    target: maxRatio === null ? null : { text: `at most ${maxRatio}`, isMet: ratio <= maxRatio },
  };
}

/** Stores the presses of a new subscriber, and returns its token. */
async function fillList(db: Db): Promise<string> {
  const team = await buildTeam(db);
  const user = { ...(await buildAppUser(db, team.id)), team_id: team.id };
  const presses = Array.from({ length: PAGES * PER_PAGE }, () =>
    buildSubmission(user, { item: { kind: 'button', id: 5 } }),
  );
  await storeSubmissions(db, presses);
  return await buildSession(db, 'team', team.id);
}
