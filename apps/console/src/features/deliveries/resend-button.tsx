import { Button, type ButtonProps } from '@mantine/core';
import type { Delivery } from '@callpoint/contract/deliveries';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Scope } from '../../list/scope.ts';
import { useBusy } from '../../states/use-busy.ts';
import { deliveryTexts as texts } from '../../texts/deliveries.ts';
import { addressText } from './delivery-status.ts';
import { resendChoice } from './resend-choice.ts';
import { confirmResend, useResendMessage } from './use-resend.ts';

interface ResendButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  scope: Scope;
  message: Delivery;
}

/** The id of the element that shows the state of a message: it has the focus when the message was resent. */
export function stateElementId(id: number): string {
  return `message-${id}`;
}

/** Resends a failed message, or releases a held one, after a confirmation. Nothing for other messages. */
export function ResendButton({ scope, message, ...appearance }: ResendButtonProps) {
  const { busy, run } = useBusy();
  const resend = useResendMessage(scope);
  const choice = resendChoice(message);
  const isResent = useRef(false);
  useEffect(() => {
    if (busy || choice !== null || !isResent.current) return;
    isResent.current = false;
    document.getElementById(stateElementId(message.id))?.focus({ preventScroll: true });
  }, [busy, choice, message.id]);
  if (choice === null) return null;
  const { verb } = texts.sendingAgain[choice];
  const ask = async () => {
    if (!(await confirmResend(message, choice))) return;
    isResent.current = true;
    await run(() => resend(message.id, choice));
  };
  return (
    <Button
      {...appearance}
      data-unprinted
      loading={busy}
      leftSection={<IconSend aria-hidden size={16} />}
      aria-label={texts.actionFor(verb, addressText(message), message.id)}
      onClick={() => void ask()}
    >
      {verb}
    </Button>
  );
}
