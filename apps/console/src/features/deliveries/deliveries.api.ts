import { useQuery } from '@tanstack/react-query';
import type { Delivery } from '@callpoint/contract/deliveries';
import type { ListAnswer } from '../../lib/answers.ts';
import { api } from '../../lib/api.ts';
import type { Scope } from '../../lib/scope.ts';
import { isMoving } from './what-became.ts';

/** What changes when a message is sent again. */
export const DELIVERIES = ['deliveries'];

/** Milliseconds between looks at messages that are on their way. */
const EVERY = 2_000;
/** More than a submission ever has. */
const ALL = 500;

/** Which submission messages are about. */
export type About = { button_click_id: number } | { form_submission_id: number };

/** All messages about one submission, in the order in which they were planned. */
export function useMessagesAbout({ base, query }: Scope, about: About) {
  const [name = '', id = 0] = Object.entries(about)[0] ?? [];
  const call = { ...query, [`filter_${name}`]: id, per_page: ALL, sort: 'id', order: 'asc' };
  return useQuery({
    queryKey: [...DELIVERIES, base, call],
    queryFn: async ({ signal }) => {
      const path = `${base}/listPaged/delivery`;
      return (await api.get<ListAnswer<Delivery>>(path, { query: call, signal })).items;
    },
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? EVERY : false),
  });
}
