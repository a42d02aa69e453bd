import { useState } from 'react';
import { FailedRead } from '../../../states/failed-read.tsx';
import { Page } from '../../../page/page.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { subscriptionInfo } from '../../../texts/subscription-info.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { endText } from '../../../display/timestamp-text.ts';
import { AlreadyPaid } from './already-paid.tsx';
import { PurchaseForm, type PurchaseFormProps } from './purchase-form.tsx';
import { PaymentsNotSetUp } from './purchase-not-set-up.tsx';
import { usePaymentSetup } from './purchase.api.ts';
import { useProfile } from '../subscriptions.api.ts';

/** Milliseconds between reads after a payment has started: the provider may report it when this page cannot look it up. */
const PAYMENT_INTERVAL = 3_000;

/** Pays for a plan. A subscriber who already pays changes the plan on the profile. */
export function Component() {
  const teamId = useSignedIn().user.id;
  const [phase, setPhase] = useState<'open' | 'started' | 'already'>('open');
  const isStarted = phase === 'started';
  const {
    data: team,
    error,
    isFetching,
    refetch,
  } = useProfile({ teamId, as: 'team' }, { refetchInterval: isStarted && PAYMENT_INTERVAL });
  const isPaid = team?.plan === 'paid';
  // A payment in progress keeps its form: the form says how it ended.
  const isForm = isStarted || (phase === 'open' && !isPaid);
  return (
    <Page
      title={purchaseTexts.purchase}
      description={purchaseTexts.purchaseDescription}
      parent={{ label: subscriptionTexts.myProfile, to: '/my-profile' }}
      width="form"
    >
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={purchaseTexts.readFailed}
          stale={Boolean(team)}
        />
      )}
      {!team && !error && <SkeletonForm fields={6} />}
      {team && !isForm && (
        <AlreadyPaid plan={isPaid ? team.plan_obj : null} isAttempted={phase === 'already'} />
      )}
      {team && isForm && (
        <Purchase
          now={purchaseTexts.now(subscriptionInfo(team, endText))}
          isPaid={isPaid}
          isStarted={isStarted}
          onStart={() => setPhase('started')}
          onAlready={() => setPhase('already')}
        />
      )}
    </Page>
  );
}

/** The form, once it is known whether payments are set up. */
function Purchase(form: Omit<PurchaseFormProps, 'publishableKey'>) {
  const { data: setup, error, isFetching, refetch } = usePaymentSetup();
  if (!setup) {
    if (!error) return <SkeletonForm fields={6} />;
    return (
      <FailedRead
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
        what={purchaseTexts.setupFailed}
      />
    );
  }
  if (setup.publishable_key === null) return <PaymentsNotSetUp now={form.now} />;
  return <PurchaseForm {...form} publishableKey={setup.publishable_key} />;
}
