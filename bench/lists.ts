import { BUTTON_IDS } from '@callpoint/contract/catalog';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { seeded } from '@callpoint/server/testing/seeded';
import { startServerProcess } from '@callpoint/server/testing/processes/server-process';
import { startBaseline } from './support/baseline/baseline-process.ts';
import { withBenchDatabases } from './support/bench-databases.ts';
import { compare, CONNECTIONS, formatSpeed, type Call } from './support/load/load.ts';
import type { Section } from './support/report.ts';

const ROWS = 200_000;
const TEAMS = 200;
const USERS_PER_TEAM = 10;
/** Presses of button 5 in the team whose list is read; page 400 of 20 rows ends at row 8,000. */
const ROWS_OF_THE_LIST = 10_000;
const BATCH = 1000;
const ROUNDS = { rounds: 9, seconds: 3 };
const GOAL = { ratio: 0.8, text: 'at least 0.8' };

type User = { id: number; team_id: number };
/** A team, and the token of one of its sessions. */
type Reader = { team: number; token: string };

/** The list of a team's presses joined with their users, compared with plain SQL on the same file. */
export async function lists(): Promise<Section> {
  const figures = await withBenchDatabases('sqlite', async (databases) => {
    const { db, location } = await databases.create('lists');
    const readers: Reader[] = [];
    for (const team of await fillDatabase(db))
      readers.push({ team, token: await buildSession(db, 'team', team) });
    const server = await startServerProcess(location);
    const baseline = await startBaseline('lists-sqlite', [location.kind === 'sqlite' ? location.file : '']);
    try {
      const measure = async (label: string, page: number, of: readonly Reader[], goal: typeof GOAL) => {
        const turn = { at: -1 };
        const path = PATH + queryOf(page, of, turn);
        await expectSameItems(server.url + path, baseline.url + path);
        const call: Call = { method: 'GET', path: PATH, query: () => queryOf(page, of, turn) };
        const result = await compare({ url: server.url, call }, { url: baseline.url, call }, ROUNDS);
        return {
          label,
          ours: formatSpeed(result.first),
          baseline: formatSpeed(result.second),
          ratio: result.ratio,
          ratios: result.ratios,
          target: { text: goal.text, isMet: result.ratio >= goal.ratio },
        };
      };
      const large = readers.slice(0, 1);
      return [
        await measure('page 1', 1, large, GOAL),
        await measure(`page 1 of ${TEAMS} subscribers in turn`, 1, readers, GOAL),
        await measure('page 400', 400, large, { ratio: 1, text: 'above 1' }),
      ];
    } finally {
      await baseline.stop();
      await server.end('SIGTERM');
    }
  });
  return {
    name: 'lists',
    title: 'Lists',
    description: [
      `A team’s presses of button 5 with their users, 20 to a page, newest first, over ${CONNECTIONS} connections; medians of ${ROUNDS.rounds} rounds of ${ROUNDS.seconds} s, on SQLite.`,
      `${ROWS.toLocaleString('en-US')} presses of ${TEAMS} teams with ${USERS_PER_TEAM} users each: ${ROWS_OF_THE_LIST.toLocaleString('en-US')} belong to the list that is read, the others are spread evenly over the other teams and the four buttons, all in mixed order.`,
      `Page 1 is read again and again: while nothing changes, Callpoint sends a response again for up to a second. With ${TEAMS} subscribers in turn, twice as many as it stores responses, it reads each list from the database.`,
      'The baseline server reads the same file with one statement (join, order by, limit, offset), without checks and counts; Callpoint also checks the session, restricts the list to the team, and returns the number of pages.',
    ],
    figures,
  };
}

const PATH = '/tapi/v1/listPaged/button_click';

/** The query of a page for the next of the readers; `team` is for the baseline. */
function queryOf(page: number, readers: readonly Reader[], turn: { at: number }): string {
  const { team, token } = readers[(turn.at += 1) % readers.length] as Reader;
  return `?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=${page}&per_page=20&team=${team}&token=${token}`;
}

/** Creates the rows, and returns the ids of the teams, starting with that of the large list. */
async function fillDatabase(db: Db): Promise<number[]> {
  const random = seeded(1);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const users: User[][] = [];
  for (let at = 0; at < TEAMS; at += 1) {
    const { id } = await buildTeam(db);
    const teamUsers: User[] = [];
    for (let user = 0; user < USERS_PER_TEAM; user += 1) teamUsers.push(await buildAppUser(db, id));
    users.push(teamUsers);
  }
  const [measured = [], ...others] = users;
  let remaining = ROWS_OF_THE_LIST;
  for (let stored = 0; stored < ROWS; stored += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => {
      const isMeasured = random() * (ROWS - stored - at) < remaining;
      if (isMeasured) remaining -= 1;
      const location = { lat: 30 + random() * 15, lng: -120 + random() * 40, accuracy: 12 };
      return buildSubmission(pick(isMeasured ? measured : pick(others)), {
        item: { kind: 'button', id: isMeasured ? 5 : pick(BUTTON_IDS) },
        location,
      });
    });
    const minutesAgo = (ROWS - stored) / 2;
    await storeSubmissions(db, batch, new Date(Date.now() - minutesAgo * 60_000));
  }
  return users.flatMap(([user]) => user?.team_id ?? []);
}

/** Throws unless both servers return the same rows; otherwise the comparison would be meaningless. */
async function expectSameItems(ours: string, baseline: string): Promise<void> {
  const [ourItems, baselineItems] = await Promise.all(
    [ours, baseline].map(async (url) => {
      const { items } = (await (await fetch(url)).json()) as { items: { id: number }[] };
      return items.map(({ id }) => id);
    }),
  );
  if (ourItems?.length !== 20 || String(ourItems) !== String(baselineItems))
    throw new Error('the servers return different rows');
}
