import type { Location } from '@callpoint/contract/fields';
import { LOCATION_UPDATES, LOCATION_UPDATES_FOR_S } from '@callpoint/contract/own-submissions';
import type { PlatformDb } from '../db/handles/platform.ts';
import type { SubmissionOwner } from '../db/submission-owner.ts';
import { DAY } from '../scheduling/durations.ts';
import { recordMove } from './record-move.ts';

/** `final`: the time or the number of updates is used up. `older`: the stored location is newer. */
export type LocationUpdate =
  | { result: 'missing' | 'final' | 'older' }
  | { result: 'updated'; id: number; owner: SubmissionOwner };

/** Attempts of an update when others change the same location at the same time. */
const ATTEMPTS = 5;

type Update = {
  clientId: string;
  location: Location;
  /**
   * It came with a repeated submission: the phone knows of no response, which may take long. Then a location replaces another
   * one only if both have a time.
   */
  isOfRepeat?: boolean;
};

/** Replaces the location of an app user's submission by a newer one. The replaced one is kept. */
export async function updateLocation(
  db: PlatformDb,
  user: { id: number; teamId: number },
  { clientId, location, isOfRepeat = false }: Update,
  now = new Date(),
): Promise<LocationUpdate> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await readRow(db, user, clientId);
    if (!row) return { result: 'missing' };
    const earlier = JSON.parse(row.earlier_locations ?? '[]') as (Location | null)[];
    const known = row.location === null ? null : (JSON.parse(row.location) as Location);
    const isLate = isOver(location, { known, receivedAt: Date.parse(row.created_at), now, isOfRepeat });
    if (isLate || earlier.length >= LOCATION_UPDATES) return { result: 'final' };
    if (known && isOlder(location, known, { now, isOfRepeat })) return { result: 'older' };
    const isUpdated = await db.transaction(async (tx, incidents) => {
      const store = () =>
        replaceLocation(tx, row, JSON.stringify(location), JSON.stringify([...earlier, known]));
      if (row.table === 'form_submission') return await store();
      return await recordMove(incidents, { pressId: row.id, location, store }, now);
    });
    if (isUpdated) return { result: 'updated', id: row.id, owner: row.owner };
  }
  return { result: 'final' };
}

const UPDATES_FOR = LOCATION_UPDATES_FOR_S * 1000;

type Circumstances = { known: Location | null; receivedAt: number; now: Date; isOfRepeat: boolean };

/** Whether the time for updates is over. A repeat may arrive later, with a location that was measured in that time. */
function isOver(next: Location, { known, receivedAt, now, isOfRepeat }: Circumstances): boolean {
  const age = now.getTime() - receivedAt;
  if (!isOfRepeat) return age > UPDATES_FOR;
  if (known === null) return false;
  return age > DAY || Date.parse(next.at ?? '') - receivedAt > UPDATES_FOR + CLOCK_TOLERANCE;
}

/** How much later than the server's clock a phone's clock may be before it counts as wrong, in milliseconds. */
const CLOCK_TOLERANCE = 60_000;

/** @param unknown the result if one of them has no time */
function isOlder(
  next: Location,
  known: Location,
  { now, isOfRepeat: unknown }: { now: Date; isOfRepeat: boolean },
): boolean {
  if (!known.at || !next.at) return unknown;
  const isInFuture = (at: string) => Date.parse(at) > now.getTime() + CLOCK_TOLERANCE;
  // The phone's clock was wrong, and was set since: its times say nothing about the order.
  if (isInFuture(known.at) && !isInFuture(next.at)) return false;
  return Date.parse(next.at) <= Date.parse(known.at);
}

type StoredLocation = {
  table: 'button_click' | 'form_submission';
  id: number;
  created_at: string;
  location: string | null;
  earlier_locations: string | null;
  owner: SubmissionOwner;
};

async function readRow(
  db: PlatformDb,
  { id: userId, teamId: team_id }: { id: number; teamId: number },
  clientId: string,
): Promise<StoredLocation | null> {
  const columns = ['id', 'created_at', 'location', 'earlier_locations'] as const;
  const press = await db
    .selectFrom('button_click')
    .select([...columns, 'button_id'])
    .where('app_user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (press) {
    return {
      table: 'button_click',
      ...press,
      owner: { submission: 'button', team_id, item_id: press.button_id },
    };
  }
  const form = await db
    .selectFrom('form_submission')
    .select([...columns, 'f_id'])
    .where('app_user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return form
    ? { table: 'form_submission', ...form, owner: { submission: 'form', team_id, item_id: form.f_id } }
    : null;
}

/** False if another update came first. */
async function replaceLocation(
  db: PlatformDb,
  { table, id, earlier_locations: before }: StoredLocation,
  location: string,
  earlier: string,
): Promise<boolean> {
  const update = db
    .updateTable(table as 'button_click')
    .set({ location, earlier_locations: earlier })
    .where('id', '=', id);
  const guarded =
    before === null
      ? update.where('earlier_locations', 'is', null)
      : update.where('earlier_locations', '=', before);
  const { numUpdatedRows } = await guarded.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
