import { isLeftOutOfDrill, planRuns } from '@callpoint/alerts/escalation/runs';
import { RecipientAddress } from '../../../display/cells.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { deliveryTexts } from '../../../texts/deliveries.ts';
import { drillTexts as texts } from '../../../texts/drills.ts';
import { recipientsText } from '../next-step.ts';
import classes from './drills.module.css';
import type { useDrillPlan } from './drill-plan.api.ts';

interface DrillRecipientsProps {
  plan: ReturnType<typeof useDrillPlan>;
}

/** Who is messaged by a drill: immediately, by the later steps, and who is not. */
export function DrillRecipients({ plan: { data, error, isFetching, refetch } }: DrillRecipientsProps) {
  if (error) {
    return (
      <FailedRead
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        what={texts.planFailed}
      />
    );
  }
  if (!data) return <output>{texts.loading}</output>;
  const now = data.messages.filter(({ role, state }) => role !== 'consultancy' && state !== 'skipped');
  const later = planRuns({ ...data.policy, repeat: { times: 0, every: 1 } })
    .filter(({ run }) => run > 0)
    .map(({ after, to }) => ({ after, to: to.filter((recipient) => !isLeftOutOfDrill(recipient)) }))
    .filter(({ to }) => to.length > 0);
  return (
    <div>
      <h3 className={classes['heading']}>{texts.messaged}</h3>
      {now.length === 0 && <p>{texts.nobody}</p>}
      <ul className={classes['people']}>
        {now.map(({ channel, role, address, state }) => (
          <li key={`${channel} ${role} ${address}`}>
            <RecipientAddress address={address} />
            <span className={classes['soft']}>
              {deliveryTexts.channels[channel]} · {deliveryTexts.roles[role]}
              {state === 'held' && ` · ${deliveryTexts.states.held}`}
            </span>
          </li>
        ))}
      </ul>
      {later.length > 0 && (
        <>
          <h3 className={classes['heading']}>{texts.later}</h3>
          <ul className={classes['people']}>
            {later.map((step) => (
              <li key={step.after}>{texts.laterStep(step.after, recipientsText(step))}</li>
            ))}
          </ul>
        </>
      )}
      <p className={classes['excluded']}>{texts.excluded}</p>
    </div>
  );
}
