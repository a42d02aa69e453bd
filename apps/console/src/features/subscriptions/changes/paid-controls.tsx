import '@mantine/core/styles/Checkbox.layer.css';
import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { FREE_MAX_USERS, type Team } from '@callpoint/contract/subscribers';
import { useId } from 'react';
import { timestampText } from '../../../display/timestamp-text.ts';
import { ReadOnlyCard } from '../../../form/record/section.tsx';
import { confirm } from '../../../overlay/confirm.ts';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { SkeletonBar } from '../../../states/skeletons.tsx';
import { subscriptionTexts as texts } from '../../../texts/subscriptions.ts';
import { AgreedAction } from './agreed-action.tsx';
import { ChangePlan } from './change-plan.tsx';
import type { ProfileScope } from '../profile-scope.ts';
import { changeSubscription, usePaymentSetup } from './subscription-changes.api.ts';
import { convertToFree, useSubscription } from '../subscriptions.api.ts';
import classes from '../subscriptions.module.css';
import { useSubscriptionAction } from './use-subscription-action.ts';

type PaidProps = { team: Team; scope: ProfileScope };

/** Changes, cancels or stops a paid subscription. Without payments, the controls are disabled with the reason. */
export function PaidControls({ team, scope }: PaidProps) {
  const reason = useId();
  const { data: isSetUp, isLoading } = usePaymentSetup(scope);
  if (isLoading) return <SkeletonBar height="240px" />;
  const isDisabled = isSetUp === false;
  return (
    <ReadOnlyCard>
      {isDisabled && (
        <div id={reason}>
          <AlertBox kind="info">
            <p>{texts.noPayments}</p>
          </AlertBox>
        </div>
      )}
      <fieldset
        disabled={isDisabled}
        aria-describedby={isDisabled ? reason : undefined}
        className={classes['parts']}
      >
        <legend className="visually-hidden">{texts.modify}</legend>
        {team.subscription_id !== null && (
          <>
            <ChangePlan id={team.subscription_id} scope={scope} />
            <CancelOrUndo id={team.subscription_id} scope={scope} />
          </>
        )}
        <StopNow team={team} scope={scope} />
      </fieldset>
    </ReadOnlyCard>
  );
}

function CancelOrUndo({ id, scope }: { id: string; scope: ProfileScope }) {
  const { data } = useSubscription(scope, id);
  if (data?.cancel_at_period_end) return <Undo id={id} end={data.current_period_end} scope={scope} />;
  return (
    <AgreedAction
      title={texts.cancelAtEnd}
      agree={texts.cancelAgree}
      verb={texts.cancel}
      onAct={() => changeSubscription(scope, id, 'cancel')}
    />
  );
}

function Undo({ id, end, scope }: { id: string; end: string; scope: ProfileScope }) {
  const { busy, problem, perform } = useSubscriptionAction();
  return (
    <div className={classes['part']}>
      <h3 className={classes['subheading']}>{texts.cancelAtEnd}</h3>
      <p>{texts.scheduled(timestampText(end))}</p>
      <Button
        variant="default"
        loading={busy}
        onClick={() => perform(() => changeSubscription(scope, id, 'resume'))}
      >
        {texts.undo}
      </Button>
      <output className={classes['problem']}>{problem}</output>
    </div>
  );
}

function StopNow({ team, scope }: PaidProps) {
  const id = team.subscription_id;
  return (
    <AgreedAction
      title={texts.stopNow}
      agree={texts.stopAgree}
      verb={texts.stop}
      confirmed={() => confirmStop(team)}
      onAct={() => (id === null ? convertToFree(scope) : changeSubscription(scope, id, 'stop'))}
    />
  );
}

function confirmStop({ max_users, used_users }: Team): Promise<boolean> {
  return confirm({
    title: texts.stopAsk,
    children: texts.stopDetail(max_users, FREE_MAX_USERS, used_users),
    verb: texts.stop,
    dangerIcon: <IconPlayerStop aria-hidden size={18} />,
  });
}
