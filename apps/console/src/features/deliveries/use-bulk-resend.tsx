import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '@callpoint/contract/deliveries';
import type { Scope } from '../../list/scope.ts';
import { DELIVERIES } from '../../net/query-keys.ts';
import { changeRows, reportChanges } from '../../net/change-rows.ts';
import { confirm } from '../../overlay/confirm.ts';
import { alerts } from '../../states/alerts.ts';
import type { BulkAction } from '../../table/table-types.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { addressText } from './delivery-status.ts';
import { canResend } from './use-resend.ts';

/** The actions that resend the selected messages that failed, or send those that are held. */
export function useBulkResend(scope: Scope, onSent: () => void): BulkAction<Delivery>[] {
  const queries = useQueryClient();
  const send = async (messages: readonly Delivery[], verb: string) => {
    const sure = await confirm({
      title: deliveryTexts.resendManyAsk(verb, messages.length),
      children: deliveryTexts.resendManyDescription,
      verb,
    });
    if (!sure) return null;
    const ids = messages.map(({ id }) => id);
    const result = await changeRows(`${scope.base}/bulkResend/delivery`, ids);
    await queries.invalidateQueries({ queryKey: DELIVERIES });
    onSent();
    const addresses = new Map(messages.map((message) => [message.id, addressText(message)]));
    reportChanges(alerts, result, {
      doneText: deliveryTexts.sentMany,
      nameOf: (id) => addresses.get(id) ?? String(id),
    });
    return result;
  };
  const icon = <IconSend aria-hidden size={16} />;
  return [
    {
      label: deliveryTexts.resend,
      icon,
      applies: (message) => message.state === 'failed' && canResend(message),
      run: (messages) => send(messages, deliveryTexts.resend),
    },
    {
      label: deliveryTexts.release,
      icon,
      applies: (message) => message.state === 'held' && canResend(message),
      run: (messages) => send(messages, deliveryTexts.release),
    },
  ];
}
