import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '../../../links/link.ts';
import { Page } from '../../../page/page.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import { paymentCardTexts as texts } from '../../../texts/payment-card.ts';
import { purchaseTexts } from '../../../texts/purchase.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { usePaymentSetup } from '../purchase/purchase.api.ts';
import { CardForm } from './card-form.tsx';

/** Replaces the card that pays the subscription. */
export function Component() {
  const { data: setup, error, isFetching, refetch } = usePaymentSetup();
  return (
    <Page
      title={texts.title}
      description={texts.description}
      parent={{ label: subscriptionTexts.myProfile, to: '/my-profile' }}
      width="form"
    >
      {error && !setup && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={purchaseTexts.setupFailed}
        />
      )}
      {!setup && !error && <SkeletonForm fields={3} />}
      {setup && setup.publishable_key === null && (
        <StateBlock
          icon={<IconCreditCardOff size={22} />}
          title={texts.notSetUp}
          action={<Link to="/my-profile">{purchaseTexts.toProfile}</Link>}
        >
          {texts.notSetUpDescription}
        </StateBlock>
      )}
      {setup && setup.publishable_key !== null && <CardForm publishableKey={setup.publishable_key} />}
    </Page>
  );
}
