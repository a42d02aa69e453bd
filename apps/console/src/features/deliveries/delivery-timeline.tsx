import { countAttempts, type Delivery } from '@callpoint/contract/deliveries';
import { FailedRead } from '../../states/failed-read.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import type { Scope } from '../../list/scope.ts';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { RecipientAddress, RecordLink } from '../../display/cells.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryStatusLine } from './delivery-status-line.tsx';
import classes from './deliveries.module.css';
import { useSubmissionMessages, type SubmissionReference } from './deliveries.api.ts';
import { ResendAll } from './resend-all.tsx';
import { ResendButton, stateElementId } from './resend-button.tsx';
import { StateBadge } from './state-badge.tsx';
import { addressText, roleText, summarizeStates } from './delivery-status.ts';

/** The attempts of a failed message are shown unless there are more: dozens would hide the other messages. */
const FEW_ATTEMPTS = 5;

/** Who was notified of a submission: on which channel, when and after how many attempts; who was not, and why. */
export function DeliveryTimeline({ scope, about }: { scope: Scope; about: SubmissionReference }) {
  const { data: messages, error, isFetching, refetch } = useSubmissionMessages(scope, about);
  if (!messages && !error) return <SkeletonForm fields={2} />;
  return (
    <>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={deliveryTexts.notifiedReadFailed}
          stale={messages !== undefined}
        />
      )}
      {messages?.length === 0 && <p>{deliveryTexts.nonePlanned}</p>}
      {messages && messages.length > 0 && (
        <>
          <div className={classes['overview']}>
            <output className={classes['summary']}>{summarizeStates(messages)}</output>
            <ResendAll scope={scope} messages={messages} />
          </div>
          <ol className={classes['timeline']}>
            {messages.map((message) => (
              <TimelineEntry key={message.id} scope={scope} message={message} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function TimelineEntry({ scope, message }: { scope: Scope; message: Delivery }) {
  const { id, channel, state, attempts } = message;
  return (
    <li id={stateElementId(id)} tabIndex={-1} className={classes['timelineEntry']}>
      <StateBadge state={state} />
      <div className={classes['outcome']}>
        <div className={classes['recipient']}>
          <span className={classes['address']}>
            <RecordLink
              to={`/deliveries/${id}`}
              label={`${addressText(message)}, ${deliveryTexts.message(id)}`}
            >
              <RecipientAddress address={addressText(message)} />
            </RecordLink>
          </span>
          <span className={classes['soft']}>
            {deliveryTexts.channels[channel]} · {roleText(message)}
          </span>
        </div>
        <DeliveryStatusLine message={message} />
        <ResendButton scope={scope} message={message} variant="default" size="xs" />
        {attempts.length > 0 && (
          <details
            className={classes['entryAttempts']}
            data-sent={state === 'sent' || undefined}
            open={(state === 'failed' && attempts.length <= FEW_ATTEMPTS) || undefined}
          >
            <summary>{deliveryTexts.attempts(countAttempts(message) ?? 0)}</summary>
            <Attempts attempts={attempts} />
          </details>
        )}
      </div>
    </li>
  );
}
