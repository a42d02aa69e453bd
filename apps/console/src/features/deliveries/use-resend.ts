import { useQueryClient } from '@tanstack/react-query';
import type { BulkResult } from '@callpoint/contract/bulk';
import type { Delivery } from '@callpoint/contract/deliveries';
import { alerts } from '../../states/alerts.ts';
import { confirm } from '../../overlay/confirm.ts';
import { explainFailedAction } from '../../net/call-error.ts';
import { changeRows, reportChanges } from '../../net/change-rows.ts';
import { DELIVERIES } from '../../net/query-keys.ts';
import type { Scope } from '../../list/scope.ts';
import { deliveryTexts as texts } from '../../texts/deliveries.ts';
import { resendDelivery } from './deliveries.api.ts';
import { addressText } from './delivery-status.ts';
import type { ResendChoice } from './resend-choice.ts';

/** Asks whether to send a message again, or to release it. */
export function confirmResend(
  message: Pick<Delivery, 'channel' | 'address' | 'role'>,
  choice: ResendChoice,
): Promise<boolean> {
  const { verb, ask, description } = texts.sendingAgain[choice];
  return confirm({ title: ask, children: description(addressText(message)), verb });
}

/** Resends a failed message, or releases a held one; an alert has the result. */
export function useResendMessage(scope: Scope): (id: number, choice: ResendChoice) => Promise<void> {
  const queries = useQueryClient();
  return async (id, choice) => {
    try {
      await resendDelivery(scope, id);
      alerts.success(texts.sendingAgain[choice].done);
    } catch (error) {
      alerts.error(explainFailedAction(error));
    }
    // Also after a rejection: its state may have changed.
    await queries.invalidateQueries({ queryKey: DELIVERIES });
  };
}

/** Asks the same about several messages. */
export function confirmResendMany(count: number, choice: ResendChoice): Promise<boolean> {
  const { verb, askMany, descriptionOfMany } = texts.sendingAgain[choice];
  return confirm({ title: askMany(count), children: descriptionOfMany, verb });
}

/** Resends several failed messages, or releases several held ones; an alert has the result. */
export function useResendMany(
  scope: Scope,
): (messages: readonly Delivery[], choice: ResendChoice) => Promise<BulkResult> {
  const queries = useQueryClient();
  return async (messages, choice) => {
    const ids = messages.map(({ id }) => id);
    const result = await changeRows(`${scope.base}/bulkResend/delivery`, ids);
    await queries.invalidateQueries({ queryKey: DELIVERIES });
    const addresses = new Map(messages.map((message) => [message.id, addressText(message)]));
    reportChanges(alerts, result, {
      doneText: texts.sendingAgain[choice].doneMany,
      nameOf: (id) => addresses.get(id) ?? String(id),
    });
    return result;
  };
}
