import type { DeliveryAttempt } from '@callpoint/contract/deliveries';
import { deliveryTexts } from '../../texts/deliveries.ts';
import { exactMomentText } from '../../display/moment-text.ts';
import classes from './deliveries.module.css';
import { faultOf, providerText } from './delivery-status.ts';

/**
 * Every try of a message: when to the millisecond, how long, what the provider said and what that means. What to do now
 * depends on how the message stands, so it stands there.
 */
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
  const fault = faultOf(attempt);
  const said = providerText(attempt);
  return (
    <>
      <p>
        <strong>{deliveryTexts.outcomes[attempt.outcome]}</strong>{' '}
        <time dateTime={attempt.at}>{exactMomentText(attempt.at)}</time>{' '}
        <span className={classes['soft']}>{deliveryTexts.took(attempt.ms)}</span>
      </p>
      {fault && <p>{fault.means}</p>}
      {said && <p className={classes['soft']}>{deliveryTexts.theySaid(said)}</p>}
    </>
  );
}
