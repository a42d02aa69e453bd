import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '../../../list/scope.ts';
import { useLiveMessages } from '../../../live/live.ts';
import { refetch } from '../../../live/refetch.ts';
import { throttle } from '../../../live/throttle.ts';
import { RECORDS } from '../records.api.ts';

/** During bursts the rows are read at most this often, in milliseconds. */
const MIN_INTERVAL = 1_000;

/** Counts records that were received since the list was read. Deleted and restored ones are read again immediately. */
export function useReceived(scope: Scope) {
  const [count, setCount] = useState(0);
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((message) => {
    if (
      message.kind === 'submission.deleted' ||
      message.kind === 'submission.restored' ||
      message.kind === 'submission.moved' ||
      message.kind === 'submission.opened'
    )
      throttled(() => refetch(queries, RECORDS));
    const isNew = message.kind === 'submission.created' && !message.before;
    const team = scope.query['filter_team_id'] ?? null;
    if (isNew && (team === null || message.team_id === team)) setCount((now) => now + 1);
  });
  return { count, clear: () => setCount(0) };
}
