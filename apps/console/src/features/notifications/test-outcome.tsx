import type { Delivery } from '@callpoint/contract/deliveries';
import { getErrorMessages } from '../../net/call-error.ts';
import { dryRunTexts } from '../../texts/dry-run.ts';
import { useTestState, type useSendTest } from './dry-run.api.ts';
import classes from './dry-run.module.css';

/** The outcome of a test, updated until it is final. */
export function TestOutcome({ sending }: { sending: ReturnType<typeof useSendTest> }) {
  const { data: message, error } = useTestState(sending.data);
  return (
    <output className={classes['outcome']} data-state={sending.error ? 'failed' : message?.state}>
      {sending.isPending && dryRunTexts.sending}
      {sending.error && getErrorMessages(sending.error).join(' ')}
      {sending.data !== undefined &&
        (message ? outcomeText(message) : error ? dryRunTexts.lookFailed : dryRunTexts.inFlight)}
    </output>
  );
}

function outcomeText({ state, reason, attempts }: Delivery): string {
  const why = attempts.at(-1)?.detail ?? reason ?? '';
  switch (state) {
    case 'sent':
      return dryRunTexts.sent;
    case 'failed':
      return dryRunTexts.failed(why);
    case 'held':
      return dryRunTexts.held(reason ?? '');
    case 'skipped':
      return dryRunTexts.skipped(reason ?? '');
    case 'pending':
    case 'sending':
      return [dryRunTexts.inFlight, why].join(' ').trim();
  }
}
