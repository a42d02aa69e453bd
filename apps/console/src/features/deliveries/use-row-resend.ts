import type { Delivery } from '@callpoint/contract/deliveries';
import type { Scope } from '../../list/scope.ts';
import type { RowButtonSpec, RowNoteSpec } from '../../table/table-types.ts';
import { deliveryTexts as texts } from '../../texts/deliveries.ts';
import { addressText } from './delivery-status.ts';
import { resendChoice, unsendableNote } from './resend-choice.ts';
import { confirmResend, useResendMessage } from './use-resend.ts';

/** In the row of a message that was not sent: the button that sends it, or why it has none. */
export function useRowResend(
  scope: Scope,
  onSent: () => void,
): (message: Delivery) => RowButtonSpec | RowNoteSpec | null {
  const resend = useResendMessage(scope);
  return (message) => {
    const choice = resendChoice(message);
    if (choice === null) return unsendableNote(message);
    const { verb } = texts.sendingAgain[choice];
    return {
      verb,
      label: texts.actionFor(verb, addressText(message), message.id),
      onClick: async () => {
        if (!(await confirmResend(message, choice))) return;
        await resend(message.id, choice);
        onSent();
      },
    };
  };
}
