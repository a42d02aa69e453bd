import { IconSend } from '@tabler/icons-react';
import type { Delivery } from '@callpoint/contract/deliveries';
import type { Scope } from '../../list/scope.ts';
import type { BulkAction } from '../../table/table-types.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { missingNote, RESEND_CHOICES, resendChoice } from './resend-choice.ts';
import { confirmResendMany, useResendMany } from './use-resend.ts';

/** The actions that resend the selected failed messages, or release the held ones. */
export function useBulkResend(scope: Scope, onSent: () => void): BulkAction<Delivery>[] {
  const resendMany = useResendMany(scope);
  return RESEND_CHOICES.map((choice) => ({
    label: deliveryTexts.sendingAgain[choice].verb,
    icon: <IconSend aria-hidden size={16} />,
    applies: (message) => resendChoice(message) === choice,
    missing: (messages) => missingNote(messages, choice),
    run: async (messages) => {
      if (!(await confirmResendMany(messages.length, choice))) return null;
      const result = await resendMany(messages, choice);
      onSent();
      return result;
    },
  }));
}
