import { Button } from '@mantine/core';
import type { Delivery } from '@callpoint/contract/deliveries';
import { IconSend } from '@tabler/icons-react';
import type { Scope } from '../../list/scope.ts';
import { useBusy } from '../../states/use-busy.ts';
import { deliveryTexts as texts } from '../../texts/deliveries.ts';
import { RESEND_CHOICES, resendChoice, type ResendChoice } from './resend-choice.ts';
import { confirmResendMany, useResendMany } from './use-resend.ts';

interface ResendAllProps {
  scope: Scope;
  messages: readonly Delivery[];
}

/** Sends all failed messages of a record again, and releases all held ones; each only where there are several. */
export function ResendAll({ scope, messages }: ResendAllProps) {
  return RESEND_CHOICES.map((choice) => {
    const those = messages.filter((message) => resendChoice(message) === choice);
    return those.length > 1 && <AllButton key={choice} scope={scope} messages={those} choice={choice} />;
  });
}

function AllButton({ scope, messages, choice }: ResendAllProps & { choice: ResendChoice }) {
  const { busy, run } = useBusy();
  const resendMany = useResendMany(scope);
  const ask = async () => {
    if (await confirmResendMany(messages.length, choice)) await run(() => resendMany(messages, choice));
  };
  return (
    <Button
      variant="default"
      size="xs"
      data-unprinted
      leftSection={<IconSend aria-hidden size={16} />}
      loading={busy}
      onClick={() => void ask()}
    >
      {texts.sendingAgain[choice].all(messages.length)}
    </Button>
  );
}
