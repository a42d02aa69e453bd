import type { LiveMessage } from '@callpoint/contract/live-events';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '../../../list/scope.ts';
import { useLiveMessages } from '../../../live/live.ts';
import { refetch } from '../../../live/refetch.ts';
import { throttle } from '../../../live/throttle.ts';
import { RECORDS, type RecordEntry } from '../records.api.ts';

/** During bursts the rows are read at most this often, in milliseconds. */
const MIN_INTERVAL = 1_000;

/**
 * Counts records that were received since the list was read. The list is read again immediately when a shown record or its
 * messages change, when one is deleted or restored, and for the first record of an empty list.
 * @param view.rows the shown records; null while they are loaded
 * @param view.isFiltered whether filters other than the days may hide a new record
 * @param view.isShown true for a moment, ISO 8601, that matches the view's days
 */
export function useReceived(
  scope: Scope,
  {
    rows,
    isFiltered,
    isShown,
  }: { rows: readonly RecordEntry[] | null; isFiltered: boolean; isShown: (at: string) => boolean },
) {
  const [count, setCount] = useState(0);
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  const readAgain = () => throttled(() => refetch(queries, RECORDS));
  useLiveMessages((message) => {
    if (changesRows(message, rows ?? [])) readAgain();
    const isNew = message.kind === 'submission.created' && !message.before;
    const team = scope.query['filter_team_id'] ?? null;
    if (!isNew || (team !== null && message.team_id !== team) || !isShown(message.at)) return;
    if (rows?.length === 0 && !isFiltered) readAgain();
    else setCount((now) => now + 1);
  });
  return { count, clear: () => setCount(0) };
}

const CHANGES: readonly LiveMessage['kind'][] = [
  'submission.deleted',
  'submission.restored',
  'submission.moved',
  'submission.opened',
];

function changesRows(message: LiveMessage, rows: readonly RecordEntry[]): boolean {
  if (message.kind !== 'delivery.changed') return CHANGES.includes(message.kind);
  return rows.some(({ kind, id }) => kind === message.submission && message.ids.includes(id));
}
