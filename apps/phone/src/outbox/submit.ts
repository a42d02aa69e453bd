import { locationForPress, type LocationAtPress } from '../device/location.ts';
import { session } from '../session/session.ts';
import { changeItem, type OutboxItem } from '../storage/database.ts';
import { newId } from './new-id.ts';
import { LONGEST_LOCATING } from './order.ts';
import { addToOutbox, flush } from './outbox.ts';

/** Submits a press or a form: it is stored, then sent, and its location is followed. */

export type NewSubmission = Pick<OutboxItem, 'kind' | 'item_id' | 'label'> &
  Partial<Pick<OutboxItem, 'company' | 'message' | 'type' | 'pictures'>>;

/** A measurement of the location that was started, and until when (`Date.now()`) the submission waits for it. */
export type Locating = { result: Promise<LocationAtPress>; until: number };

/** Starts to measure the location for a submission that is about to be made. */
export function startLocating(): Locating {
  return { result: locationForPress(LONGEST_LOCATING), until: Date.now() + LONGEST_LOCATING };
}

/**
 * Stores the submission; resolves with its `client_id`. It is sent when the location is known, or at the latest 3 s after
 * `startLocating`.
 */
export async function submit(submission: NewSubmission, { result, until }: Locating): Promise<string> {
  const user = session.current()?.user;
  if (!user) throw new Error('nobody is signed in');
  const known = await Promise.race([result, Promise.resolve(null)]);
  const item: OutboxItem = {
    company: '',
    message: '',
    type: '',
    pictures: [],
    ...submission,
    client_id: newId(),
    user_id: user.id,
    pressed_at: new Date().toISOString(),
    location: known?.location ?? null,
    location_follows: known?.follows ?? true,
    send_at: known ? null : new Date(until).toISOString(),
    is_stored: true,
    attempts: 0,
    problem: null,
    received: null,
  };
  const { client_id } = item;
  await addToOutbox(item);
  // The start of the app has loaded it.
  void import('./follow.ts').then(({ follow }) => follow(item)).catch(() => null);
  if (!known) void result.then((measured) => addLocation(client_id, measured));
  return client_id;
}

async function addLocation(clientId: string, { location, follows }: LocationAtPress): Promise<void> {
  await changeItem(clientId, () => ({ location, location_follows: follows, send_at: null })).catch(
    () => null,
  );
  await flush();
}
