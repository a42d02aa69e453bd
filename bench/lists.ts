import { BUTTON_IDS } from '@callpoint/contract/catalogue';
import type { Db } from '@callpoint/server/db/tables';
import { buildSession, buildAppUser, buildTeam } from '@callpoint/server/factories/accounts';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { seeded } from '@callpoint/server/testing/seeded';
import { startServerProcess } from '@callpoint/server/testing/server-process';
import { startBare } from './support/bare.ts';
import { onGround } from './support/ground.ts';
import { compare, CONNECTIONS, speedInWords } from './support/load.ts';
import type { Figure, Section } from './support/report.ts';

const ROWS = 200_000;
const TEAMS = 100;
const USERS_PER_TEAM = 10;
/** Of button 5, of the team whose list is read: page 400 of 20 ends at row 8,000. */
const ROWS_OF_THE_LIST = 10_000;
const STORED_AT_ONCE = 1000;
const ROUNDS = { rounds: 5, seconds: 3 };
const WANTED = [
  { page: 1, ratio: 0.5, text: 'at least 0.5' },
  { page: 400, ratio: 1, text: 'above 1' },
];

type User = { id: number; team_id: number };

/** The list of a team's presses joined with the user, beside the plain SQL on the same file. */
export async function lists(): Promise<Section> {
  const figures = await onGround('sqlite', async (ground) => {
    const { db, location } = await ground.database('lists');
    const team = await fill(db);
    const token = await buildSession(db, 'team', team);
    const server = await startServerProcess(location);
    const bare = await startBare('lists-sqlite', [
      location.kind === 'sqlite' ? location.file : '',
      String(team),
    ]);
    const measured: Figure[] = [];
    try {
      for (const { page, ratio: wanted, text } of WANTED) {
        const path = `/tapi/v1/listPaged/button_click?my=yes&related=app_user&filter_button_id=5&sort=id&order=desc&page=${page}&per_page=20&token=${token}`;
        await expectSameItems(`${server.url}${path}`, `${bare.url}${path}`);
        const call = { method: 'GET', path } as const;
        const result = await compare({ url: server.url, call }, { url: bare.url, call }, ROUNDS);
        measured.push({
          what: `page ${page}`,
          ours: speedInWords(result.ours),
          beside: speedInWords(result.bare),
          ratio: result.ratio,
          wanted: { text, reached: result.ratio >= wanted },
        });
      }
    } finally {
      await bare.stop();
      await server.end('SIGTERM');
    }
    return measured;
  });
  return {
    name: 'lists',
    title: 'Lists',
    setting: [
      `A team’s presses of button 5 with their users, 20 to a page, newest first, over ${CONNECTIONS} connections; medians of ${ROUNDS.rounds} turns of ${ROUNDS.seconds} s, on SQLite.`,
      `${ROWS.toLocaleString('en-US')} presses of ${TEAMS} teams with ${USERS_PER_TEAM} users each: ${ROWS_OF_THE_LIST.toLocaleString('en-US')} are the list that is read, the others are spread evenly over the other teams and the four buttons, all in mixed order.`,
      'The bare server reads the same file with one statement (join, order by, limit, offset) and checks nothing and counts nothing; Callpoint also checks the session, confines the team, and says how many pages there are.',
    ],
    figures,
  };
}

/** Makes the rows, and returns the id of the team whose list is read. */
async function fill(db: Db): Promise<number> {
  const random = seeded(1);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const users: User[][] = [];
  for (let at = 0; at < TEAMS; at += 1) {
    const { id } = await buildTeam(db);
    const ofTeam: User[] = [];
    for (let user = 0; user < USERS_PER_TEAM; user += 1) ofTeam.push(await buildAppUser(db, id));
    users.push(ofTeam);
  }
  const [measured = [], ...others] = users;
  let left = ROWS_OF_THE_LIST;
  for (let stored = 0; stored < ROWS; stored += STORED_AT_ONCE) {
    const batch = Array.from({ length: STORED_AT_ONCE }, (_, at) => {
      const isMeasured = random() * (ROWS - stored - at) < left;
      if (isMeasured) left -= 1;
      const location = { lat: 30 + random() * 15, lng: -120 + random() * 40, accuracy: 12 };
      return buildSubmission(pick(isMeasured ? measured : pick(others)), {
        item: { kind: 'button', id: isMeasured ? 5 : pick(BUTTON_IDS) },
        location,
      });
    });
    const minutesAgo = (ROWS - stored) / 2;
    await storeSubmissions(db, batch, new Date(Date.now() - minutesAgo * 60_000));
  }
  return measured[0]?.team_id ?? 0;
}

/** Measuring two servers that answer different rows would say nothing. */
async function expectSameItems(ours: string, bare: string): Promise<void> {
  const [one, other] = await Promise.all(
    [ours, bare].map(async (url) => {
      const { items } = (await (await fetch(url)).json()) as { items: { id: number }[] };
      return items.map(({ id }) => id);
    }),
  );
  if (one?.length !== 20 || String(one) !== String(other))
    throw new Error('the servers answer different rows');
}
