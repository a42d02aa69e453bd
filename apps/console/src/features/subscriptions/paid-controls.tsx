import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import type { Team } from '@callpoint/contract/subscribers';
import { useId } from 'react';
import { AlertBox } from '../../states/alerts-list.tsx';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import { timestampText } from '../../display/timestamp-text.ts';
import { PlanField } from './plan-field.tsx';
import { profileBase, type ProfileScope } from './profile-scope.ts';
import { ReadOnlyCard } from '../../form/record/section.tsx';
import { usePlanChoices, useSubscription } from './subscriptions.api.ts';
import classes from './subscriptions.module.css';

/** Changes or cancels a paid subscription. Until there is a payment provider, the controls are disabled with a reason. */
export function PaidControls({ team, scope }: { team: Team; scope: ProfileScope }) {
  const reason = useId();
  return (
    <ReadOnlyCard>
      <div id={reason}>
        <AlertBox kind="info">
          <p>{subscriptionTexts.noPayments}</p>
        </AlertBox>
      </div>
      <fieldset disabled aria-describedby={reason} className={classes['parts']}>
        <legend className="visually-hidden">{subscriptionTexts.modify}</legend>
        <ChangePlan scope={scope} />
        {team.subscription_id === null ? (
          <Cancel />
        ) : (
          <CancelOrUndo id={team.subscription_id} scope={scope} />
        )}
        <div className={classes['part']}>
          <h3 className={classes['subheading']}>{subscriptionTexts.stopNow}</h3>
          <Checkbox disabled required label={subscriptionTexts.stopAgree} />
          <Button disabled variant="default">
            {subscriptionTexts.stop}
          </Button>
        </div>
      </fieldset>
    </ReadOnlyCard>
  );
}

function ChangePlan({ scope }: { scope: ProfileScope }) {
  const { data = [] } = usePlanChoices(profileBase(scope));
  return (
    <div className={classes['part']}>
      <h3 className={classes['subheading']}>{subscriptionTexts.changePlan}</h3>
      <PlanField disabled label={subscriptionTexts.newPlan} plans={data} className={classes['wide'] ?? ''} />
      <Button disabled variant="default">
        {subscriptionTexts.changePlan}
      </Button>
    </div>
  );
}

function CancelOrUndo({ id, scope }: { id: string; scope: ProfileScope }) {
  const { data } = useSubscription(scope, id);
  if (!data?.cancel_at_period_end) return <Cancel />;
  return (
    <div className={classes['part']}>
      <h3 className={classes['subheading']}>{subscriptionTexts.cancelAtEnd}</h3>
      <p>{subscriptionTexts.scheduled(timestampText(data.current_period_end))}</p>
      <Button disabled variant="default">
        {subscriptionTexts.undo}
      </Button>
    </div>
  );
}

function Cancel() {
  return (
    <div className={classes['part']}>
      <h3 className={classes['subheading']}>{subscriptionTexts.cancelAtEnd}</h3>
      <Checkbox disabled required label={subscriptionTexts.cancelAgree} />
      <Button disabled variant="default">
        {subscriptionTexts.cancel}
      </Button>
    </div>
  );
}
