import { useEffect } from 'react';
import { preferences } from '../device/preferences.ts';
import { signal } from '../device/signals.ts';
import { outbox } from '../outbox/outbox.ts';
import { session } from '../session/session.ts';
import type { OutboxItem } from '../storage/database.ts';

/** Vibrates and sounds on every screen when a submission of this person was received, or could not be sent. */
export function useOutboxSignals(): void {
  useEffect(() => {
    let before = statesOf(outbox.current());
    return outbox.subscribe(() => {
      const states = statesOf(outbox.current());
      const { sound } = preferences.current();
      for (const [id, state] of states) {
        const isNews = before.has(id) && before.get(id) !== state && state !== null;
        if (isNews && document.visibilityState === 'visible') signal(state, { sound });
      }
      before = states;
    });
  }, []);
}

function statesOf(items: readonly OutboxItem[] | null): Map<string, 'received' | 'failed' | null> {
  const userId = session.current()?.user.id;
  return new Map(
    (items ?? [])
      .filter(({ user_id }) => userId === undefined || user_id === userId)
      .map(({ client_id, received, problem }) => [
        client_id,
        received ? 'received' : problem ? 'failed' : null,
      ]),
  );
}
