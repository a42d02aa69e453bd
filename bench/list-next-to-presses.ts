import type { Db } from '@callpoint/server/db/tables';
import { buildAppUser, buildSession, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { limitToOneEmailPerPress } from '@callpoint/server/testing/crashes/delivery-count';
import { startSmtpServer } from '@callpoint/server/testing/providers/smtp';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { createPhoneTokens, withBenchDatabases } from './support/bench-databases.ts';
import { startOpenLoopProcess } from './support/open-loop-process.ts';
import { sendOpenLoop } from './support/open-loop.ts';
import { pressRequests } from './support/press-load.ts';
import type { Section } from './support/report.ts';
import { median, percentile } from './support/statistics.ts';

/** Calls a second. */
const LISTS = 50;
const PRESSES = 300;
const ROUNDS = 9;
const SECONDS = 4;
const ROWS = 2000;
const MAX_RATIO = 1.5;
const SUBSCRIBERS = 100;
const USERS_OF_EACH = 10;
const CONNECTIONS = 100;

/** A list while presses are received: neither they nor their waits for the disk may delay it much. */
export async function listNextToPresses(): Promise<Section> {
  const times = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('list-next-to-presses');
    const tokens = await createPhoneTokens(db, SUBSCRIBERS, USERS_OF_EACH);
    const token = await fillList(db);
    for (const { id } of await db.selectFrom('team').select('id').execute())
      await limitToOneEmailPerPress(db, id);
    const smtp = await startSmtpServer();
    const server = await startServerProcess(location, {
      variables: { SMTP_URL: `${smtp.url}?maxConnections=20`, MAIL_FROM: 'alerts@callpoint.example' },
    });
    const { host } = new URL(server.url);
    const list = `GET /tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=1&per_page=20&token=${token} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
    const press = pressRequests(server.url, tokens);
    const reader = startOpenLoopProcess();
    const load = { url: server.url, seconds: SECONDS, connections: CONNECTIONS };
    const sendPresses = () => sendOpenLoop(load.url, press, PRESSES, SECONDS, CONNECTIONS);
    const listTimes = async () => {
      const responses = await reader.send({ ...load, request: list, rate: LISTS });
      const failed = responses.find(({ status }) => status !== 200);
      if (failed) throw new Error(`a list got ${failed.status}`);
      return percentile(
        responses.map(({ ms }) => ms),
        99,
      );
    };
    try {
      await Promise.all([listTimes(), sendPresses()]);
      const rounds: { alone: number; next: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const alone = await listTimes();
        const [withPresses] = await Promise.all([listTimes(), sendPresses()]);
        rounds.push({ alone, next: withPresses });
      }
      return rounds;
    } finally {
      await reader.stop();
      await server.end('SIGKILL');
      await smtp.close();
    }
  });
  const ratio = median(times.map(({ alone, next }) => next / alone));
  const format = (values: readonly number[]) => `p99 ${median(values).toFixed(1)} ms`;
  return {
    name: 'list-next-to-presses',
    title: 'A list next to presses',
    description: [
      `A list of 20 of ${ROWS.toLocaleString('en-US')} presses, read ${LISTS} times a second with Poisson arrivals, with and without ${PRESSES} presses a second of ${SUBSCRIBERS} other subscribers, each with one email that is sent meanwhile; on SQLite. A process of its own reads the list; as in “Lists”, a response is sent again for up to a second while nothing changes. Medians of ${ROUNDS} rounds of ${SECONDS} s.`,
    ],
    figures: [
      {
        label: 'the list',
        ours: format(times.map(({ next }) => next)),
        baseline: `${format(times.map(({ alone }) => alone))} without presses`,
        ratio,
        target: { text: `at most ${MAX_RATIO}`, isMet: ratio <= MAX_RATIO },
      },
    ],
  };
}

/** Stores the presses of a new subscriber, and returns its token. */
async function fillList(db: Db): Promise<string> {
  const team = await buildTeam(db);
  const user = { ...(await buildAppUser(db, team.id)), team_id: team.id };
  const presses = Array.from({ length: ROWS }, () =>
    buildSubmission(user, { item: { kind: 'button', id: 5 } }),
  );
  await storeSubmissions(db, presses);
  return await buildSession(db, 'team', team.id);
}
