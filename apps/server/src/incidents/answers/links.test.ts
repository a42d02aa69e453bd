import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { IncidentsDb } from '../../db/handles/incidents.ts';
import type { Db } from '../../db/tables.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildMeasuredIncident } from '../../factories/measured-incidents.ts';
import { testDatabase } from '../../testing/databases/database.ts';
import { expectSameCost, numbersFrom } from '../../testing/databases/reads.ts';
import { findAnswered, findNewestByAddress } from './links.ts';

/** Of `buildMeasuredIncident`. */
const NUMBER = '+13035550142';
const RECIPIENT = { channel: 'sms', address: NUMBER } as const;
/** In seconds after an incident was opened. */
const LONG_AGO = -60 * 24 * 3_600;

async function ground() {
  const { db } = await testDatabase();
  const person = async () => {
    const team = await buildTeam(db);
    return { ...(await buildAppUser(db, team.id)), team_id: team.id };
  };
  const [user, stranger] = [await person(), await person()];
  const now = new Date();
  type Incident = Parameters<typeof buildMeasuredIncident>[3];
  const build = (incident: Incident) => buildMeasuredIncident(db, user, now, incident);
  const buildOfStranger = (incident: Incident) => buildMeasuredIncident(db, stranger, now, incident);
  const find = async (on: Db = db) =>
    (await findNewestByAddress(new IncidentsDb(on), RECIPIENT, now))?.incident.id ?? null;
  return { db, build, buildOfStranger, find, now };
}

/** Copies an incident for the numbers from `from` to before `to`. Its copies name the same number, which gets no SMS. */
async function copyIncident(db: Db, id: number, from: number, to: number): Promise<void> {
  const incident = await db.selectFrom('incident').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const columns = Object.keys(incident).filter((name) => name !== 'id' && name !== 'button_click_id');
  const names = sql.join(columns.map((name) => sql.id(name)));
  await sql`insert into incident (${names}, button_click_id)
    select ${names}, 1000000 + i from ${numbersFrom(from, to)} as numbers cross join incident where id = ${id}`.execute(
    db,
  );
  await sql`insert into incident_responder (team_id, incident_id, channel, address, role, person)
    select team_id, id, 'sms', ${NUMBER}, 'team', ${NUMBER} from incident
    where button_click_id >= ${1_000_000 + from} and button_click_id < ${1_000_000 + to}`.execute(db);
}

test('a reply is about the newest SMS that was sent, however many incidents name its number, at the same cost', async () => {
  const { db, build, find, now } = await ground();
  const asked = await build({ sent: 1 });
  const unsent = await build({});
  const answer = { ...RECIPIENT, reference: 'SM1' };
  await expectSameCost(db, {
    table: 'incident_responder',
    add: (from, to) => copyIncident(db, unsent, from, to),
    work: async (on) => {
      expect(await find(on)).toBe(asked);
      expect(await findAnswered(new IncidentsDb(on), answer, now)).toBeNull();
    },
  });
});

test('before the first SMS was sent, a reply is about the newest incident of its number', async () => {
  const { build, find } = await ground();
  expect(await find()).toBeNull();
  await build({});
  const newest = await build({ closed: 5 });
  expect(await find()).toBe(newest);
});

test('a reply is about a closed incident if its SMS was the newest, unless it was closed long ago', async () => {
  const { build, find } = await ground();
  const open = await build({ sent: 1 });
  await build({ sent: 1, closed: LONG_AGO });
  expect(await find()).toBe(open);
  const closed = await build({ sent: 1, closed: 5 });
  expect(await find()).toBe(closed);
});

test('a reply is about an open real incident before an open drill, also if its SMS was not sent', async () => {
  const { build, find } = await ground();
  await build({});
  const real = await build({});
  await build({ isDrill: true, sent: 1 });
  expect(await find()).toBe(real);
  const asked = await build({ sent: 1 });
  await build({ isDrill: true, sent: 1 });
  expect(await find()).toBe(asked);
  const closedDrill = await build({ isDrill: true, sent: 1, closed: 5 });
  expect(await find()).toBe(closedDrill);
});

test('a reply to a drill is not about a real incident that someone has acknowledged', async () => {
  const { build, buildOfStranger, find } = await ground();
  const waiting = await build({ sent: 1 });
  await build({ sent: 2, acknowledged: 5 });
  await buildOfStranger({ sent: 3, acknowledged: 5 });
  await build({ isDrill: true, sent: 4, acknowledged: 5 });
  expect(await find()).toBe(waiting);
});

test('a reply to a drill is about the drill if every real incident is acknowledged', async () => {
  const { build, buildOfStranger, find } = await ground();
  await build({ sent: 1, acknowledged: 5 });
  await buildOfStranger({ sent: 1, acknowledged: 5 });
  await build({ acknowledged: 5 });
  const drill = await build({ isDrill: true, sent: 2 });
  expect(await find()).toBe(drill);
});

test('a reply to a drill is about an incident of another subscriber that still waits, if its SMS was sent', async () => {
  const { build, buildOfStranger, find } = await ground();
  const asked = await buildOfStranger({ sent: 1 });
  await build({ isDrill: true, sent: 2 });
  expect(await find()).toBe(asked);
});

test('a reply to a drill is not about an incident of another subscriber whose SMS was not sent', async () => {
  const { build, buildOfStranger, find } = await ground();
  const drill = await build({ isDrill: true, sent: 1 });
  await buildOfStranger({});
  expect(await find()).toBe(drill);
});

test('a reply is about the SMS that was sent last, also if it is the older message', async () => {
  const { build, find } = await ground();
  const late = await build({ sent: 120 });
  await build({ sent: 1 });
  expect(await find()).toBe(late);
});
