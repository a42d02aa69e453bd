import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../net/api.ts';

const FIRST_STEPS = ['first-steps'];

/** Milliseconds between reads. A step is often done elsewhere: on a phone, in another tab. */
const REFETCH_INTERVAL = 20_000;

/** The progress of the subscriber; null when the list is closed. */
export function useFirstSteps() {
  return useQuery({
    queryKey: FIRST_STEPS,
    queryFn: async ({ signal }) => (await api.get('/tapi/v1/firstSteps', { signal })).data.steps,
    // Someone who returns from a step checks whether it is ticked.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? REFETCH_INTERVAL : false),
  });
}

/** What only the subscriber can confirm: that the recipients are right, and that the list can be closed. */
export type FirstStepAction = 'confirmRecipients' | 'endFirstSteps';

export function useFirstStepAction(): (action: FirstStepAction) => Promise<void> {
  const queries = useQueryClient();
  return async (action) => {
    await api.post(`/tapi/v1/${action}`, {});
    await queries.invalidateQueries({ queryKey: FIRST_STEPS });
  };
}

export function useResendConfirmation(): () => Promise<string> {
  const queries = useQueryClient();
  return async () => {
    try {
      return (await api.post('/tapi/v1/sendConfirmation', {})).msg;
    } finally {
      // Also after a rejection: the address may be confirmed by now.
      await queries.invalidateQueries({ queryKey: FIRST_STEPS });
    }
  };
}
