import type { DeliveryAttempt } from '@callpoint/contract/deliveries';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { exactTimestampText } from '../../display/exact-timestamp-text.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import classes from './deliveries.module.css';
import { attemptTexts } from './delivery-status.ts';

/** Every attempt of a message: its time to the millisecond, its duration, its outcome and the provider's text. */
export function Attempts({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ol className={classes['attempts']}>
      {attempts.map((attempt) => (
        <li key={`${attempt.at} ${attempt.outcome}`}>
          <Attempt attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { explanation, providerText } = attemptTexts(attempt);
  return (
    <>
      <p>
        <strong>{deliveryTexts.outcomes[attempt.outcome]}</strong>{' '}
        <time dateTime={attempt.at} title={exactTimestampText(attempt.at)}>
          {timestampText(attempt.at)}
        </time>{' '}
        <span className={classes['soft']}>{deliveryTexts.took(attempt.ms)}</span>
      </p>
      {explanation && <p>{explanation}</p>}
      {providerText && <p className={classes['soft']}>{deliveryTexts.providerSaid(providerText)}</p>}
    </>
  );
}
