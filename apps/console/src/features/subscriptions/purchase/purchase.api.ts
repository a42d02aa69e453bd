import type { BillingAddress, PurchaseState, StartedPurchase } from '@callpoint/contract/purchases';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../net/api.ts';
import { SUBSCRIBERS } from '../../../net/query-keys.ts';

/** Calls of a purchase. */

/** The provider's key for the browser; null if payments are not set up. */
export function usePaymentSetup() {
  return useQuery({
    queryKey: [...SUBSCRIBERS, 'payment-setup'],
    queryFn: async ({ signal }) => (await api.get('/tapi/v1/paymentSetup', { signal })).data,
  });
}

/** Whether a purchase is in progress, from this page before it was left or from another window. */
export function usePurchaseState({ enabled }: { enabled: boolean }) {
  return useQuery({
    enabled,
    queryKey: [...SUBSCRIBERS, 'purchase'],
    queryFn: finishPurchase,
    // The payment itself asks again.
    staleTime: Infinity,
  });
}

export async function startPurchase(selectedPlan: string, address: BillingAddress): Promise<StartedPurchase> {
  return (await api.post('/tapi/v1/start/purchase', { selectedPlan, address })).data;
}

export async function finishPurchase(): Promise<PurchaseState> {
  return (await api.post('/tapi/v1/finish/purchase', {})).data.state;
}
