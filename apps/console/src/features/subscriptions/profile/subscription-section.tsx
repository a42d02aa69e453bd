import type { Team } from '@callpoint/contract/subscribers';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonBar } from '../../../states/skeletons.tsx';
import { subscriptionInfo } from '../../../texts/subscription-info.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { Timestamp } from '../../../display/timestamp.tsx';
import { endText } from '../../../display/timestamp-text.ts';
import { SECTION_IDS, type ProfileScope } from '../profile-scope.ts';
import { ReadOnlyCard, DescriptionGrid, CollapsibleSection } from '../../../form/record/section.tsx';
import { useSubscription } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';

/** The plan, its end, and the payment provider's data about it. */
export function SubscriptionSection({ team, scope }: { team: Team; scope: ProfileScope }) {
  return (
    <CollapsibleSection
      title={subscriptionTexts.subscription}
      id={SECTION_IDS.subscription}
      summary={subscriptionInfo(team, endText)}
    >
      <ReadOnlyCard>
        <p>
          <strong>{subscriptionInfo(team, endText)}</strong>
        </p>
        {team.plan === 'free' && (
          <p className={classes['soft']}>{subscriptionTexts.freeDescription(team.max_users)}</p>
        )}
        {team.plan === 'upgrade_by_admin' && (
          <p className={classes['soft']}>
            {team.plan_obj === null
              ? subscriptionTexts.upgradeStays
              : subscriptionTexts.upgradeEnds(endText(team.plan_obj))}
          </p>
        )}
        {team.plan === 'paid' &&
          (team.subscription_id === null ? (
            <p className={classes['soft']}>{subscriptionTexts.noSubData}</p>
          ) : (
            <Periods id={team.subscription_id} scope={scope} />
          ))}
      </ReadOnlyCard>
    </CollapsibleSection>
  );
}

function Periods({ id, scope }: { id: string; scope: ProfileScope }) {
  const { data, error, isFetching, refetch } = useSubscription(scope, id);
  if (error && !data) {
    return (
      <FailedRead
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        what={subscriptionTexts.subDataFailed}
      />
    );
  }
  if (!data) return <SkeletonBar height="48px" />;
  return (
    <DescriptionGrid
      facts={[
        [subscriptionTexts.since, <Timestamp key="at" at={data.created} />],
        [subscriptionTexts.periodStart, <Timestamp key="at" at={data.current_period_start} />],
        [subscriptionTexts.periodEnd, <Timestamp key="at" at={data.current_period_end} />],
        ...(data.trial_end === null
          ? []
          : [[subscriptionTexts.trialEnd, <Timestamp key="at" at={data.trial_end} />] as const]),
        [
          subscriptionTexts.after,
          data.cancel_at_period_end ? subscriptionTexts.stops : subscriptionTexts.renews,
        ],
      ]}
    />
  );
}
