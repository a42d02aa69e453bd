import type { Location } from '@callpoint/contract/fields';
import { isBetter } from '../device/better-location.ts';
import { followLocation } from '../device/location.ts';
import { read, send, session } from '../session/session.ts';
import { changeItem, type OutboxItem } from '../storage/database.ts';
import { withLock } from '../storage/lock.ts';
import { outbox } from './outbox.ts';

/** Better locations of a submission, for two minutes after its press; also if the app is started again meanwhile. */

/** In milliseconds. */
export const FOLLOWED_FOR = 120_000;
/** Until an update that failed is repeated, in milliseconds. */
const AFTER_FAILURE = 5_000;

/** Follows the submissions of the last two minutes again, after a start of the app. */
export function resumeFollowing(): void {
  for (const item of outbox.current() ?? []) {
    if (item.location_follows && remainingOf(item) > 0) void follow(item);
  }
}

/** One page at a time follows a submission. Another open one continues when that page is closed. */
export async function follow(item: OutboxItem): Promise<void> {
  const { client_id } = item;
  await withLock(`location of ${client_id}`, async () => {
    await followUntilFinal(findItem(client_id) ?? item);
  });
}

function findItem(clientId: string): OutboxItem | undefined {
  return outbox.current()?.find(({ client_id }) => client_id === clientId);
}

/** At most two minutes, also if the phone's clock was changed. */
function remainingOf({ pressed_at }: OutboxItem): number {
  return Math.min(FOLLOWED_FOR, Date.parse(pressed_at) + FOLLOWED_FOR - Date.now());
}

async function followUntilFinal(item: OutboxItem): Promise<void> {
  const { client_id, user_id } = item;
  let sent = item.received ? await readSent(client_id) : item.location;
  let newest = sent;
  let isSending = false;
  let isOver = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const update = async () => {
    // The server accepts a location only after the submission, and only of its sender.
    const isPossible = findItem(client_id)?.received && session.current()?.user.id === user_id;
    if (!isPossible || isSending || !newest || newest === sent || !isBetter(newest, sent)) return;
    isSending = true;
    const next = newest;
    const isDone = await send('/mapi/v1/location', { client_id, location: next }).then(
      () => true,
      () => false,
    );
    isSending = false;
    if (isOver) return;
    // A person who does not move has no next location: one that was measured meanwhile is sent now.
    if (!isDone) retry = setTimeout(() => void update(), AFTER_FAILURE);
    else {
      sent = next;
      // The press takes it along if the server loses both.
      void changeItem(client_id, () => ({ location: next })).catch(() => null);
      void update();
    }
  };
  // Another tab or the service worker may have sent it.
  const unsubscribe = outbox.subscribe(() => void update());
  const stop = followLocation((measured) => {
    newest = measured;
    void storeUnsent(client_id, measured);
    void update();
  });
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, remainingOf(item))));
  stop();
  isOver = true;
  clearTimeout(retry);
  unsubscribe();
}

/** The press itself takes along the best location of the time before it is sent, also after a restart. */
async function storeUnsent(clientId: string, location: Location): Promise<void> {
  const item = findItem(clientId);
  if (!item || item.received || !isBetter(location, item.location)) return;
  await changeItem(clientId, ({ received }) => (received ? {} : { location })).catch(() => null);
}

/** The location that the server has; null if that is not known. */
async function readSent(clientId: string): Promise<Location | null> {
  return await read('/mapi/v1/submission', { client_id: clientId }).then(
    ({ data }) => data.location,
    () => null,
  );
}
