import { useQueryClient } from '@tanstack/react-query';
import { RESENDABLE_STATES, type Delivery } from '@callpoint/contract/deliveries';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { getErrorMessages } from '../../net/call-error.ts';
import { DELIVERIES } from '../../net/query-keys.ts';
import type { Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { resendDelivery } from './deliveries.api.ts';
import { addressText } from './delivery-status.ts';

export function canResend({ state, purged_at }: Pick<Delivery, 'state' | 'purged_at'>): boolean {
  return purged_at === null && (RESENDABLE_STATES as readonly string[]).includes(state);
}

/** What sending a message now is called: a held one was never sent. */
export function resendVerb({ state }: Pick<Delivery, 'state'>): string {
  return state === 'held' ? deliveryTexts.release : deliveryTexts.resend;
}

/** Sends a message again, or releases a held one, after a confirmation. */
export function useResendMessage(
  scope: Scope,
): (message: Pick<Delivery, 'id' | 'address' | 'role' | 'state'>) => Promise<void> {
  const queries = useQueryClient();
  return async (message) => {
    const verb = resendVerb(message);
    const { resendManyAsk, resendDescription, releaseDescription } = deliveryTexts;
    const describe = message.state === 'held' ? releaseDescription : resendDescription;
    const sure = await confirm({
      title: resendManyAsk(verb, 1),
      children: describe(addressText(message)),
      verb,
    });
    if (!sure) return;
    try {
      alerts.success(await resendDelivery(scope, message.id));
    } catch (error) {
      alerts.error(getErrorMessages(error));
    }
    // Also after a rejection: its state may have changed.
    await queries.invalidateQueries({ queryKey: DELIVERIES });
  };
}
