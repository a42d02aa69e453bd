import type { Delivery } from '@callpoint/contract/deliveries';
import type { Scope } from '../../list/scope.ts';
import { RowButton, RowNote } from '../../table/row-button.tsx';
import { deliveryTexts as texts } from '../../texts/deliveries.ts';
import { addressText } from './delivery-status.ts';
import { resendChoice, shortResendNote } from './resend-choice.ts';
import { confirmResend, useResendMessage } from './use-resend.ts';

interface ResendCellProps {
  scope: Scope;
  message: Delivery;
  onSent: () => void;
}

/** In the row of a message that was not sent: the button that sends it, or why it cannot be sent. */
export function ResendCell({ scope, message, onSent }: ResendCellProps) {
  const resend = useResendMessage(scope);
  const choice = resendChoice(message);
  const note = shortResendNote(message);
  if (note !== null) return <RowNote title={message.not_resendable ?? note}>{note}</RowNote>;
  if (choice === null) return null;
  const { verb } = texts.sendingAgain[choice];
  return (
    <RowButton
      label={texts.actionFor(verb, addressText(message), message.id)}
      onClick={async () => {
        if (!(await confirmResend(message, choice))) return;
        await resend(message.id, choice);
        onSent();
      }}
    >
      {verb}
    </RowButton>
  );
}
