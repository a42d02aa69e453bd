import type { LiveMessage } from '@callpoint/contract/live-events';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveMessages } from '../../../live/live.ts';
import { refetch } from '../../../live/refetch.ts';
import type { Scope } from '../../../list/scope.ts';
import { throttle } from '../../../live/throttle.ts';
import type { SubmissionKindSpec } from '../submissions-call.ts';
import { SUBMISSIONS } from '../submissions.api.ts';

/** During bursts the rows are read at most this often, in milliseconds. */
const MIN_INTERVAL = 1_000;

/** The shown list: the records of one button or form, of one subscriber. */
type ListReference = { scope: Scope; kind: SubmissionKindSpec; itemId: number };

/**
 * Reads a list again when one of its records is added, changed, deleted or restored. A view that does not start with the newest records
 * cannot show new ones: it counts those within the shown days. Records received while the screen was loading may be
 * missing in its rows, so the list is read again for them.
 * @param view the key of the current view; another view restarts the count
 * @param isShown true for a moment, ISO 8601, that matches the view's filters
 * @param ids of the shown records: the list is also read again when the delivery of their messages changes
 */
export function useLiveRows(
  of: ListReference,
  {
    view,
    newestFirst,
    isShown,
    ids,
  }: { view: string; newestFirst: boolean; isShown: (at: string) => boolean; ids: readonly number[] },
): { received: number } {
  const [count, setCount] = useState({ view, received: 0 });
  const queries = useQueryClient();
  const rows = [...SUBMISSIONS, `${of.scope.base}/listPaged/${of.kind.resource}`];
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages((message) => {
    const hasDelivered =
      message.kind === 'delivery.changed' &&
      message.submission === of.kind.submission &&
      message.ids.some((id) => ids.includes(id));
    if (hasDelivered) throttled(() => refetch(queries, rows));
    if (!isAbout(message, of)) return;
    const isNew = message.kind === 'submission.created' && !message.before;
    if (newestFirst || !isNew) throttled(() => refetch(queries, rows));
    else if (isShown(message.at)) {
      setCount((now) => ({ view, received: now.view === view ? now.received + 1 : 1 }));
    }
  });
  return { received: count.view === view && !newestFirst ? count.received : 0 };
}

function isAbout(message: LiveMessage, { scope, kind, itemId }: ListReference): boolean {
  if (!('item_id' in message) || !message.kind.startsWith('submission.')) return false;
  // An administrator receives the events of every subscriber.
  const team = scope.query['filter_team_id'] ?? message.team_id;
  return message.submission === kind.submission && message.item_id === itemId && message.team_id === team;
}
