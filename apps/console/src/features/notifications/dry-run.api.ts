import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Item } from '@callpoint/contract/catalog';
import { FINAL_STATES, type Delivery } from '@callpoint/contract/deliveries';
import { expandPreview, type PreviewMessage } from '@callpoint/contract/notifications';
import { api } from '../../net/api.ts';
import { affectsMessage } from '../../live/delivery-change.ts';
import { useDeliveryChanges } from '../../live/use-delivery-changes.ts';
import { DELIVERIES } from '../../net/query-keys.ts';
import { SAMPLE_LOCATION, sampleForm } from '../../form/template/sample-values.ts';

/** Milliseconds between reads while a test is in flight. */
const REFETCH_INTERVAL = 1_000;

/** The simulated item, its user, and the unsaved values. */
export interface DryRunInput {
  item: Item;
  userId: number;
  settings: Readonly<Record<string, string>>;
}

function bodyOf({ item, userId, settings }: DryRunInput) {
  const ids = item.kind === 'button' ? { button_id: item.id } : { f_id: item.id, ...sampleForm(item.id) };
  return { ...ids, app_user_id: userId, location: SAMPLE_LOCATION, settings };
}

/** The result of a dry run; the previous one stays until the new one is there. */
export function usePreview(press: DryRunInput) {
  return useQuery({
    queryKey: ['preview', press],
    queryFn: async ({ signal }) =>
      expandPreview((await api.post('/tapi/v1/preview/submission', bodyOf(press), { signal })).data),
    placeholderData: keepPreviousData,
    // An SMS reply or a platform setting may have changed the result.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sends a test message to the reader; `data` is its id in the delivery log. */
export function useSendTest(press: DryRunInput) {
  return useMutation({
    mutationFn: async ({ channel, role }: Pick<PreviewMessage, 'channel' | 'role'>) => {
      const body = { ...bodyOf(press), channel, role };
      return (await api.post('/tapi/v1/test/message', body)).data.id;
    },
  });
}

/** The state of a test, read until it is final. */
export function useTestState(id: number | undefined) {
  const test = useQuery({
    queryKey: [...DELIVERIES, 'test', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const query = { filter_id: id };
      const { items } = await api.get('/tapi/v1/listPaged/delivery', { query, signal });
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data && isFinal(state.data) ? false : REFETCH_INTERVAL),
  });
  // A receipt may arrive after the final state.
  useDeliveryChanges((change) => Boolean(test.data && affectsMessage(change, test.data)));
  return test;
}

function isFinal({ state }: Delivery): boolean {
  return (FINAL_STATES as readonly string[]).includes(state);
}
