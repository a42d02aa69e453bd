import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { isEmergency } from '../outbox/order.ts';
import { flush } from '../outbox/outbox.ts';
import { changeItem, type OutboxItem } from '../storage/database.ts';

/** Later, a person presses again: what the press asked for has happened or not. In milliseconds. */
const SENT_AGAIN_FOR = 24 * 60 * 60 * 1000;

/** The state that the server named last, and when. */
type Known = Pick<OwnSubmission, 'incident'> & { read_at: string | null };

/**
 * Whether the server must have lost an emergency that it does not know: a failover or a restored backup can lose what it had
 * accepted. It keeps the status of one that was deleted, if it had an incident.
 */
function isLost(item: OutboxItem, known: Known | undefined, now: number): boolean {
  if (!isEmergency(item) || item.received === null) return false;
  if (now - Date.parse(item.received.at) > SENT_AGAIN_FOR) return false;
  if (!known || known.read_at === null) return true;
  return known.incident !== null && known.incident.state !== 'closed' && !known.incident.is_drill;
}

/** Sends an emergency again that the server has lost, under its own id: if the server has it after all, nothing happens twice. */
export async function sendAgainIfLost(
  item: OutboxItem | undefined,
  known: Known | undefined,
): Promise<boolean> {
  if (!item || !isLost(item, known, Date.now())) return false;
  await changeItem(item.client_id, () => ({ received: null, problem: null, attempts: 0 }));
  await flush({ all: true });
  return true;
}
