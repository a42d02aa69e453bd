import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { FOLLOWED_FOR } from '../outbox/follow.ts';
import { isEmergency } from '../outbox/order.ts';
import { sendAgain } from '../outbox/outbox.ts';
import type { OutboxItem } from '../storage/database.ts';

/** Later, a person presses again: what the press asked for has happened or not. In milliseconds. */
const SENT_AGAIN_FOR = 24 * 60 * 60 * 1000;
/** The shortest time between two attempts, in milliseconds: two servers may disagree about what is lost. */
const REST = 10_000;

/** When each press was sent again, in milliseconds of `performance.now()`. */
const sentAgainAt = new Map<string, number>();

/** What the phone knows about a press. */
type Knowledge = {
  /** The state that the server named last, and when; undefined: none. */
  known: (Pick<OwnSubmission, 'incident'> & { read_at: string | null }) | undefined;
  /** The person has reported being safe. */
  isSafe: boolean;
};

/**
 * Whether the server must have lost an emergency that it does not know: a failover or a restored backup can lose what it had
 * accepted. It keeps the status of one that was deleted, if it had an incident.
 */
function isLost(item: OutboxItem, { known, isSafe }: Knowledge, now: number): boolean {
  if (!isEmergency(item) || item.received === null || isSafe) return false;
  if (now - Date.parse(item.received.at) > SENT_AGAIN_FOR) return false;
  if (!known || known.read_at === null) return true;
  const { incident } = known;
  return incident !== null && incident.state !== 'closed' && !incident.is_drill && incident.safe_at === null;
}

/** Sends an emergency again that the server has lost, under its own id: if the server has it after all, nothing happens. */
export async function sendAgainIfLost(item: OutboxItem, knowledge: Knowledge): Promise<boolean> {
  const { client_id, pressed_at, location_follows } = item;
  if (!isLost(item, knowledge, Date.now())) return false;
  const before = sentAgainAt.get(client_id);
  if (before !== undefined && performance.now() - before < REST) return true;
  sentAgainAt.set(client_id, performance.now());
  const isFollowed = Date.now() - Date.parse(pressed_at) < FOLLOWED_FOR;
  const changes = { received: null, attempts: 0, location_follows: location_follows && isFollowed };
  await sendAgain(client_id, changes);
  return true;
}
