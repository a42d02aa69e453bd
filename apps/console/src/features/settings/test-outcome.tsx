import type { Delivery } from '@callpoint/contract/deliveries';
import { messagesOf } from '../../net/call-error.ts';
import { pressTexts } from '../../texts/press-for-me.ts';
import { useTestState, type useSendTest } from './press-for-me.api.ts';
import classes from './press-for-me.module.css';

/** How a test ends, followed until it does. */
export function TestOutcome({ sending }: { sending: ReturnType<typeof useSendTest> }) {
  const { data: message, error } = useTestState(sending.data);
  return (
    <output className={classes['outcome']} data-state={sending.error ? 'failed' : message?.state}>
      {sending.isPending && pressTexts.sending}
      {sending.error && messagesOf(sending.error).join(' ')}
      {sending.data !== undefined &&
        (message ? inWords(message) : error ? pressTexts.lookFailed : pressTexts.onItsWay)}
    </output>
  );
}

function inWords({ state, reason, attempts }: Delivery): string {
  const why = attempts.at(-1)?.detail ?? reason ?? '';
  switch (state) {
    case 'sent':
      return pressTexts.sent;
    case 'failed':
      return pressTexts.failed(why);
    case 'held':
      return pressTexts.held(reason ?? '');
    case 'skipped':
      return pressTexts.skipped(reason ?? '');
    case 'pending':
    case 'sending':
      return [pressTexts.onItsWay, why].join(' ').trim();
  }
}
