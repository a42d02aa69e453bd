import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { visibility } from '../../../device/visibility.ts';
import { useLiveMessages } from '../../../live/live.ts';
import { refetch } from '../../../live/refetch.ts';
import { throttle } from '../../../live/throttle.ts';
import { api } from '../../../net/api.ts';
import { useStore } from '../../../store/use-store.ts';
import { getNewItemsCall, seenTimes } from './new-items-call.ts';
import { newItems, NONE_NEW, type CountedList } from './new-items-store.ts';
import { countsBeside, updateTimes } from './seen-times.ts';

const NEW_ITEMS = ['new-items'];

/** Milliseconds. Nothing here is urgent: alarms have the bar at the top. */
const INTERVAL = 60_000;
const MIN_INTERVAL = 10_000;

/**
 * Keeps an administrator's counts of new items up to date. The browser stores when it showed each list: administrators
 * share their work, and one who opens a list must not hide its new items from the others.
 * @param props.shown the list on the screen, which is seen while the window is visible
 */
export function NewItemsCounter({ adminId, shown }: { adminId: number; shown: CountedList | null }) {
  const queries = useQueryClient();
  const [throttled] = useState(() => throttle(MIN_INTERVAL));
  useLiveMessages(({ kind }) => {
    if (kind === 'delivery.changed') throttled(() => refetch(queries, NEW_ITEMS));
  });
  const seen = useStore(visibility) ? shown : null;
  const { data } = useQuery({
    queryKey: [...NEW_ITEMS, adminId, seen],
    queryFn: async ({ signal }) => {
      const storage = window.localStorage;
      const { path, query } = getNewItemsCall(storage, adminId);
      const { data: counted } = await api.get(path, { query, signal });
      const before = seenTimes.read(storage, adminId) ?? {};
      seenTimes.store(storage, adminId, updateTimes(before, counted.at, seen));
      return counted;
    },
    placeholderData: keepPreviousData,
    refetchInterval: INTERVAL,
  });
  useEffect(() => {
    newItems.set(countsBeside(seen, data));
  }, [seen, data]);
  useEffect(() => () => newItems.set(NONE_NEW), []);
  return null;
}
