import { DEFAULT_MAPS_URL } from '@callpoint/alerts/values';
import { EMERGENCY_BUTTON_ID, slotOf } from '@callpoint/contract/catalogue';
import { PlatformDb } from '../src/db/platform.ts';
import { dialectOf } from '../src/db/dialect.ts';
import type { Db } from '../src/db/tables.ts';
import { acceptSubmissions } from '../src/features/phone/accept-submissions.ts';
import { planSubmission } from '../src/features/phone/plan-submission.ts';
import { changeSettings } from '../src/factories/configuration.ts';
import { makeAccounts, makeLastAdmin, type Account } from './accounts.ts';
import { daysBefore } from './days.ts';
import { makePastAlarms } from './past-alarms.ts';
import { PastDelivery } from './past-delivery.ts';
import { pressesOf, type Press } from './presses.ts';
import { seeded } from './random.ts';

const SEED = 20_260;
/** Submissions between two rounds of delivery: bounds how much waits in the outbox. */
const ROUND = 250;
/** E-mail went out; SMS was never set up. */
const CHANNELS = { email: true, sms: false };
const MAPS = { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null };

/** Hears how many submissions are done. */
export type OnProgress = (done: number, total: number) => void;

/**
 * Fills a migrated, empty database: two administrators, five subscribers with forty app users, and three months of
 * submissions until `now`, whose messages have all been sent, given up or held, with the alarms of that. Deterministic but for passwords'
 * salts.
 */
export async function makeDemo(db: Db, now: Date, onProgress: OnProgress): Promise<void> {
  await db.connection().execute(async (connection) => {
    // After a loss of power the demo is made again, so no commit need wait for the disk.
    await dialectOf(connection).skipDiskWaits.execute(connection);
    const accounts = await makeAccounts(connection, now);
    await makeSubmissions(connection, accounts, now, onProgress);
    await openEmergencies(connection, now);
    await makePastAlarms(connection, now);
    for (const { firm, team } of accounts) {
      if (!firm.switchedOff) continue;
      const key = `btn_${slotOf(firm.switchedOff.item)}_mode`;
      await changeSettings(connection, team.id, { [key]: 'no' }, daysBefore(now, firm.switchedOff.for));
    }
    await makeLastAdmin(connection);
  });
}

async function makeSubmissions(
  db: Db,
  accounts: readonly Account[],
  now: Date,
  onProgress: OnProgress,
): Promise<void> {
  const presses = accounts
    .flatMap(({ firm, team }) => pressesOf(firm, seeded(SEED + team.id), now))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const delivery = new PastDelivery(db, seeded(SEED), now);
  onProgress(0, presses.length);
  for (const [index, press] of presses.entries()) {
    await submit(db, accounts, press);
    if (index % ROUND === ROUND - 1) {
      await delivery.catchUp(press.at);
      onProgress(index + 1, presses.length);
    }
  }
  await delivery.catchUp(now);
  onProgress(presses.length, presses.length);
}

/** Somebody of the team has opened every emergency, within some minutes. */
async function openEmergencies(db: Db, now: Date): Promise<void> {
  const random = seeded(SEED);
  const emergencies = await db
    .selectFrom('button_click')
    .select(['id', 'created_at'])
    .where('button_id', '=', EMERGENCY_BUTTON_ID)
    .orderBy('id')
    .execute();
  for (const { id, created_at } of emergencies) {
    const opened = Math.min(now.getTime(), Date.parse(created_at) + random.whole(15, 400) * 1000);
    const values = { opened_at: new Date(opened).toISOString(), opened_by: 'team' };
    await db.updateTable('button_click').set(values).where('id', '=', id).execute();
  }
}

async function submit(db: Db, accounts: readonly Account[], { firm, person, at, received }: Press) {
  const user = accounts.find((account) => account.firm === firm)?.users.get(person);
  if (!user) throw new Error(`${person.name} is nobody's app user`);
  const { id, team_id: teamId, name, email, phone } = user;
  const caller = {
    role: 'app_user',
    id,
    teamId,
    sessionId: 0,
    authenticatedAt: '',
    name,
    email,
    phone,
  } as const;
  const platform = new PlatformDb(db);
  await acceptSubmissions(
    platform,
    CHANNELS,
    [await planSubmission({ platform, maps: MAPS, smsFrom: null, smsCountries: null }, caller, received)],
    at,
  );
}
