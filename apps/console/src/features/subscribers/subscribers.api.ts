import type { Team } from '@callpoint/contract/subscribers';
import { listQueryOf, type ListState } from '../../lib/list-state.ts';
import { usePagedList } from '../../lib/use-paged-list.ts';

/** What every change of a subscriber makes out of date. */
const SUBSCRIBERS = ['subscribers'];

export function useSubscribers(state: ListState) {
  return usePagedList<Team>(SUBSCRIBERS, '/api/v1/listPaged/team', { ...listQueryOf(state), delay: 1 });
}
