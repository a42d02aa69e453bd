import { DEFAULT_MAPS_URL } from '@callpoint/alerts/templates/maps';
import { EMERGENCY_BUTTON_ID, getDashboardSlot } from '@callpoint/contract/catalog';
import { modeKey } from '@callpoint/contract/setting-keys';
import { PlatformDb } from '../src/db/handles/platform.ts';
import { getDialect } from '../src/db/dialect.ts';
import type { Db } from '../src/db/tables.ts';
import { acceptSubmissions } from '../src/features/phone/accept-submissions.ts';
import { prepareSubmission } from '../src/features/phone/prepare-submission.ts';
import type { ImageStore } from '../src/images/image-store.ts';
import { changeSettings } from '../src/factories/configuration.ts';
import { createAccounts, createLastAdmin, type DemoAccount } from './accounts.ts';
import { daysBefore } from './days.ts';
import { createImages } from './images.ts';
import { createAlarms } from './alarms.ts';
import { answerIncidents, incidentPresses } from './incidents.ts';
import { SimulatedDelivery } from './simulated-delivery.ts';
import { createPresses, type Press } from './presses.ts';
import { seeded } from './random.ts';
import { NO_CHANNELS } from '../src/factories/channels.ts';

const SEED = 20_260;
/** The number of submissions between two delivery runs; limits the size of the outbox. */
const DELIVER_EVERY = 250;
/** Email is configured, SMS is not. */
const CHANNELS = { ...NO_CHANNELS, email: true };
/** The demo sends nothing, so its links lead to the usual address. */
const PUBLIC_URL = 'http://127.0.0.1:3000';
const MAPS = { mapsUrl: DEFAULT_MAPS_URL, mapImageUrl: null };

/** Called with the number of submissions that are created. */
export type ProgressListener = (done: number, total: number) => void;

/**
 * Fills a migrated, empty database with two administrators, five subscribers with forty app users, and three months of
 * submissions until `now`. All messages are sent, failed or held, alarms are raised where no one was notified, and one incident is open. The
 * result is deterministic, except for the salts of passwords.
 */
export async function createDemo(
  db: Db,
  images: ImageStore,
  now: Date,
  onProgress: ProgressListener,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Incomplete data is deleted and created again at the next start: no commit needs to wait for the disk.
    await getDialect(connection).skipDiskWaits(connection);
    const accounts = await createAccounts(connection, now);
    await createSubmissions(connection, accounts, now, onProgress);
    const [first] = accounts;
    if (first) await createImages(connection, images, first, seeded(SEED), PUBLIC_URL);
    await markEmergenciesOpened(connection, now);
    await answerIncidents(connection, accounts, seeded(SEED), now);
    await createAlarms(connection, now);
    for (const { company, team } of accounts) {
      if (!company.switchedOff) continue;
      const key = modeKey(getDashboardSlot(company.switchedOff.item));
      await changeSettings(connection, team.id, { [key]: 'no' }, daysBefore(now, company.switchedOff.for));
    }
    await createLastAdmin(connection);
  });
}

async function createSubmissions(
  db: Db,
  accounts: readonly DemoAccount[],
  now: Date,
  onProgress: ProgressListener,
): Promise<void> {
  const presses = accounts
    .flatMap(({ company, team }) => createPresses(company, seeded(SEED + team.id), now))
    .concat(incidentPresses(accounts, seeded(SEED - 1), now))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const delivery = new SimulatedDelivery(db, seeded(SEED), now);
  onProgress(0, presses.length);
  for (const [index, press] of presses.entries()) {
    await submit(db, accounts, press);
    if (index % DELIVER_EVERY === DELIVER_EVERY - 1) {
      await delivery.deliverUntil(press.at);
      onProgress(index + 1, presses.length);
    }
  }
  await delivery.deliverUntil(now);
  onProgress(presses.length, presses.length);
}

/** Marks every emergency as opened by the subscriber, some minutes after it was received. */
async function markEmergenciesOpened(db: Db, now: Date): Promise<void> {
  const random = seeded(SEED);
  const emergencies = await db
    .selectFrom('button_click')
    .select(['id', 'created_at'])
    .where('button_id', '=', EMERGENCY_BUTTON_ID)
    .orderBy('id')
    .execute();
  for (const { id, created_at } of emergencies) {
    const openedAt = Math.min(now.getTime(), Date.parse(created_at) + random.integer(15, 400) * 1000);
    const values = { opened_at: new Date(openedAt).toISOString(), opened_by: 'team' };
    await db.updateTable('button_click').set(values).where('id', '=', id).execute();
  }
}

async function submit(db: Db, accounts: readonly DemoAccount[], { company, person, at, received }: Press) {
  const user = accounts.find((account) => account.company === company)?.users.get(person);
  if (!user) throw new Error(`${person.name} has no app user account`);
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
    [await prepareSubmission(PREPARE(platform), caller, received, at)],
    at,
  );
}

const PREPARE = (platform: PlatformDb) => ({
  platform,
  maps: MAPS,
  smsFrom: null,
  smsCountries: null,
  publicUrl: () => PUBLIC_URL,
  hasPublicUrl: false,
});
