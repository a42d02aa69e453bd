import { EMERGENCY_BUTTON_ID, type Item } from '@callpoint/contract/catalog';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { visibility } from '../../../device/visibility.ts';
import { useLiveMessages } from '../../../live/live.ts';
import { refetch } from '../../../live/refetch.ts';
import { throttle } from '../../../live/throttle.ts';
import { api } from '../../../net/api.ts';
import { useStore } from '../../../store/use-store.ts';
import { countFresh, seenTotals, updateSeen, type SeenTotals } from './record-counts.ts';
import { countKey, recordCounts } from './record-counts-store.ts';
import { SUBMISSIONS } from '../submissions.api.ts';

const TOTALS = [...SUBMISSIONS, 'totals'];

/** During bursts the totals are read at most this often, in milliseconds. */
const MIN_INTERVAL = 2_000;

/**
 * Keeps the counts of the side menu up to date. The browser stores what it has shown: an account is often shared by several
 * people, and one of them reading a list must not hide its new records from the others.
 * @param props.shown the list on the screen, which is seen while the window is visible
 * @param props.open how many emergencies wait for someone
 */
export function RecordCounter({ teamId, shown, open }: { teamId: number; shown: Item | null; open: number }) {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages(({ kind }) => {
    if (kind === 'submission.created' || kind === 'submission.deleted' || kind === 'submission.restored') {
      throttled(() => refetch(queries, TOTALS));
    }
  });
  const { data } = useQuery({
    queryKey: [...TOTALS, teamId],
    queryFn: async ({ signal }) =>
      (await api.get('/tapi/v1/submissionSummary', { query: { team_id: teamId }, signal })).data.items,
  });
  const visible = useStore(visibility);
  const [seen, setSeen] = useState<SeenTotals>(() => seenTotals.read(window.localStorage, teamId) ?? {});

  useEffect(() => {
    if (!data) return;
    const before = seenTotals.read(window.localStorage, teamId) ?? {};
    const next = updateSeen(before, data, visible ? shown : null);
    seenTotals.store(window.localStorage, teamId, next);
    setSeen(next);
    // The list on the screen is compared by its parts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, teamId, visible, shown?.kind, shown?.id]);

  useEffect(() => {
    if (!data) return undefined;
    const emergency = countKey({ kind: 'button', id: EMERGENCY_BUTTON_ID });
    const counts = [...countFresh(seen, data)].map(([key, count]) => {
      const urgent = key === emergency ? open : 0;
      // An open emergency is counted once.
      return [key, { urgent, fresh: Math.max(0, count - urgent) }] as const;
    });
    recordCounts.set(new Map(counts));
    return () => recordCounts.set(new Map());
  }, [seen, data, open]);
  return null;
}
