import { useQuery } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { buildListQuery, type ListState } from '../../../list/list-state.ts';
import { usePagedList } from '../../../list/use-paged-list.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';
import { profileBase, type ProfileScope } from '../profile-scope.ts';

/** Calls about a subscriber's invoices and its card on file. */

export function useInvoices(scope: ProfileScope, state: ListState) {
  return usePagedList([...SUBSCRIBERS, 'invoices', scope.teamId], `${profileBase(scope)}/listPaged/invoice`, {
    ...buildListQuery(state),
    filter_team_id: scope.teamId,
    my: 'yes',
  });
}

/** The address of an invoice's PDF, which expires; null if there is none. */
export async function readPdfUrl(scope: ProfileScope, id: number): Promise<string | null> {
  const { data } = await api.get(`${profileBase(scope)}/invoiceFiles`, { query: { id: String(id) } });
  return data.pdf_url;
}

/** The signed-in subscriber's card on file; null if there is none, or if this server has no payment keys. */
export function usePaymentCard() {
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'card'],
    queryFn: async ({ signal }) => {
      const { data: setup } = await api.get('/tapi/v1/paymentSetup', { signal });
      if (setup.publishable_key === null) return { isSetUp: false, card: null };
      return { isSetUp: true, card: (await api.get('/tapi/v1/paymentCard', { signal })).data };
    },
  });
}
