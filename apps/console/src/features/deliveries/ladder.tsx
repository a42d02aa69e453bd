import type { Delivery } from '@callpoint/contract/deliveries';
import { FailedRead } from '../../feedback/failed-read.tsx';
import { SkeletonForm } from '../../feedback/skeletons.tsx';
import type { Scope } from '../../lib/scope.ts';
import { deliveryTexts } from '../../lib/texts/deliveries.ts';
import { exactMomentText } from '../../table/moment-text.ts';
import { Attempts } from './attempts.tsx';
import classes from './deliveries.module.css';
import { useMessagesAbout, type About } from './deliveries.api.ts';
import { StateBadge } from './state-badge.tsx';
import { faultOf, summaryOf } from './what-became.ts';

/** Who was told about a submission: by which channel, when and how often it was tried; who was not, and why. */
export function Ladder({ scope, about }: { scope: Scope; about: About }) {
  const { data: messages, error, isFetching, refetch } = useMessagesAbout(scope, about);
  if (!messages && !error) return <SkeletonForm fields={2} />;
  return (
    <>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={deliveryTexts.toldReadFailed}
          stale={messages !== undefined}
        />
      )}
      {messages?.length === 0 && <p>{deliveryTexts.nobody}</p>}
      {messages && messages.length > 0 && (
        <>
          <output className={classes['summary']}>{summaryOf(messages)}</output>
          <ol className={classes['ladder']}>
            {messages.map((message) => (
              <Rung key={message.id} message={message} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function Rung({ message }: { message: Delivery }) {
  const { channel, role, address, state, attempts } = message;
  return (
    <li className={classes['rung']}>
      <StateBadge state={state} />
      <div className={classes['became']}>
        <div className={classes['who']}>
          <span className={classes['address']}>{address || deliveryTexts.noAddress}</span>
          <span className={classes['soft']}>
            {deliveryTexts.channels[channel]} · {deliveryTexts.roles[role]}
          </span>
        </div>
        <Became message={message} />
        {attempts.length > 0 && (
          <details open={state === 'failed' || undefined}>
            <summary>{deliveryTexts.attempts(attempts.length)}</summary>
            <Attempts attempts={attempts} />
          </details>
        )}
      </div>
    </li>
  );
}

/** In one or two sentences: how it stands, why, and what to do. */
export function Became({ message }: { message: Delivery }) {
  const { state, reason, sent_at, next_attempt_at, attempts } = message;
  const last = attempts.at(-1);
  const fault = last && faultOf(last);
  if (state === 'sent' && sent_at !== null) {
    const arrived = attempts.find(({ outcome }) => outcome === 'delivered');
    return (
      <>
        <At text={deliveryTexts.sentAt} at={sent_at} />
        {arrived && <At text={deliveryTexts.deliveredAt} at={arrived.at} />}
      </>
    );
  }
  if (state === 'sending') return <p>{deliveryTexts.nowSending}</p>;
  return (
    <>
      {(fault || reason) && (
        <p>
          {state === 'skipped' && `${deliveryTexts.notSent} `}
          {fault ? `${fault.means} ${fault.advice}` : reason}
          {state === 'held' && ` ${deliveryTexts.heldMeans}`}
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
      {text} <time dateTime={at}>{exactMomentText(at)}</time>
    </p>
  );
}
