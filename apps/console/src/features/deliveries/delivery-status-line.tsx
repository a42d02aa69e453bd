import type { Delivery } from '@callpoint/contract/deliveries';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { exactTimestampText } from '../../display/exact-timestamp-text.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import { explainState } from './delivery-status.ts';
import { resendNote } from './resend-choice.ts';

/** The status of a message in one or two sentences, the reason, and what to do. */
export function DeliveryStatusLine({ message }: { message: Delivery }) {
  const { state, sent_at, delivered_at, next_attempt_at } = message;
  if (state === 'sent' && sent_at !== null) {
    return (
      <>
        <At text={deliveryTexts.sentAt} at={sent_at} />
        {delivered_at !== null && <At text={deliveryTexts.deliveredAt} at={delivered_at} />}
      </>
    );
  }
  if (state === 'sending') return <p>{deliveryTexts.nowSending}</p>;
  const why = explainState(message);
  const note = resendNote(message);
  // The advice for a failed message is to send it again.
  const advice = state === 'failed' && note !== null ? null : why?.advice;
  return (
    <>
      {(why || note) && (
        <p>
          {state === 'skipped' && `${deliveryTexts.notSent} `}
          {why?.reason} {advice} {note}
        </p>
      )}
      {state === 'pending' && next_attempt_at !== null && (
        <At text={deliveryTexts.nextAt} at={next_attempt_at} />
      )}
    </>
  );
}

function At({ text, at }: { text: string; at: string }) {
  return (
    <p>
      {text}{' '}
      <time dateTime={at} title={exactTimestampText(at)}>
        {timestampText(at)}
      </time>
    </p>
  );
}
