import { isWaiting, NOT_SENT_AFTER } from '../../outbox/order.ts';
import { outbox } from '../../outbox/outbox.ts';
import { session } from '../../session/session.ts';
import type { OutboxItem } from '../../storage/database.ts';
import { useIsPast } from '../../store/use-is-past.ts';
import { useStore } from '../../store/use-store.ts';

/** This person's submissions that are not sent. `rejected`: the server did not accept them. `waiting`: how many may still be sent. */
export function useUnsent(): { rejected: readonly OutboxItem[]; waiting: number } {
  const userId = useStore(session)?.user.id;
  const unsent = (useStore(outbox) ?? []).filter((item) => item.received === null && item.user_id === userId);
  // One that was just made is no news, and is nearly always received in a moment.
  const newest = Math.max(0, ...unsent.map(({ pressed_at }) => Date.parse(pressed_at)));
  const isLate = useIsPast(newest === 0 ? null : newest + NOT_SENT_AFTER);
  return {
    rejected: unsent.filter((item) => !isWaiting(item)),
    waiting: unsent.filter((item) => isWaiting(item) && (item.problem !== null || isLate)).length,
  };
}
