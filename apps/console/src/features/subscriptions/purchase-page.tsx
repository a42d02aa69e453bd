import { IconCreditCardOff } from '@tabler/icons-react';
import { Link } from '../../links/link.ts';
import { FailedRead } from '../../states/failed-read.tsx';
import { Page } from '../../page/page.tsx';
import { SkeletonForm } from '../../states/skeletons.tsx';
import { StateBlock } from '../../states/state-block.tsx';
import { useSignedIn } from '../../session/session.ts';
import { subscriptionInfo } from '../../texts/subscription-info.ts';
import { purchaseTexts } from '../../texts/purchase.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import { endText } from '../../display/timestamp-text.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { useProfile } from './subscriptions.api.ts';

/** Pays for a plan. A subscriber who already pays changes the plan on the profile. */
export function Component() {
  const teamId = useSignedIn().user.id;
  const { data: team, error, isFetching, refetch } = useProfile({ teamId, as: 'team' });
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
      {team?.plan === 'paid' && (
        <StateBlock
          icon={<IconCreditCardOff size={22} />}
          title={purchaseTexts.alreadyPaid}
          action={<Link to="/my-profile">{purchaseTexts.toProfile}</Link>}
        >
          {purchaseTexts.alreadyPaidDescription}
        </StateBlock>
      )}
      {team && team.plan !== 'paid' && (
        <PurchaseForm now={purchaseTexts.now(subscriptionInfo(team, endText))} />
      )}
    </Page>
  );
}
