import { IconBuilding } from '@tabler/icons-react';
import { Link } from '../../../links/link.ts';
import { lazyPart } from '../../../states/lazy-part.tsx';
import { FailedRead } from '../../../states/failed-read.tsx';
import { AlertBox } from '../../../states/alerts-list.tsx';
import { SkeletonForm } from '../../../states/skeletons.tsx';
import { StateBlock } from '../../../states/state-block.tsx';
import { SectionNav, type NavSection } from '../../../page/sections/section-nav.tsx';
import { PasswordSection } from '../../../form/record/password-section.tsx';
import { profileSectionTexts } from '../../../texts/profile-sections.ts';
import { invoiceTexts } from '../../../texts/invoices.ts';
import { passwordTexts } from '../../../texts/password.ts';
import { subscriberFrameTexts } from '../../../texts/subscriber-frame.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import type { ReactNode } from 'react';
import { AccountSection } from './account-section.tsx';
import { HistorySection } from './history-section.tsx';
import { hasCard, SECTION_IDS, type ProfileScope } from '../profile-scope.ts';
import { SubscriptionSection } from './subscription-section.tsx';
import { useProfile } from '../subscriptions.api.ts';
import { changePassword } from './account.api.ts';

/** The account is read first: the content depends on it. */
const ModifySection = lazyPart(async () => (await import('../changes/modify-section.tsx')).ModifySection, {
  instead: subscriptionTexts.modifyFailed,
  before: 'soon',
});

const PaymentsPart = lazyPart(async () => (await import('../payments/payments-part.tsx')).PaymentsPart, {
  instead: invoiceTexts.failed,
  before: 'soon',
});

interface ProfileProps {
  scope: ProfileScope;
  extra: ProfileExtra;
}

/** What other features show after the subscription. */
export interface ProfileExtra {
  content: ReactNode;
  sections: readonly NavSection[];
}

/** One subscriber: account, subscription, its history, the actions, the password. */
export function Profile({ scope, extra }: ProfileProps) {
  const { data: team, error, isFetching, refetch } = useProfile(scope);
  return (
    <>
      {error && (
        <FailedRead
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          what={subscriptionTexts.readFailed}
          stale={Boolean(team)}
        />
      )}
      {team === undefined && !error && <SkeletonForm fields={5} />}
      {team === null && <NoSubscriber />}
      {team && (
        <>
          {team.status === 0 && (
            <AlertBox kind="error" label={subscriptionTexts.blocked}>
              <p>{subscriptionTexts.blockedDescription}</p>
            </AlertBox>
          )}
          <SectionNav
            sections={[
              section('account'),
              section('subscription'),
              ...(team.status === 1 ? extra.sections : []),
              ...(hasCard(team, scope) ? [section('card')] : []),
              section('invoices'),
              section('history'),
              section('modify'),
              section('password'),
            ]}
          />
          <AccountSection team={team} scope={scope} />
          <SubscriptionSection team={team} scope={scope} />
          {team.status === 1 && extra.content}
          <PaymentsPart team={team} scope={scope} />
          <HistorySection scope={scope} />
          <ModifySection team={team} scope={scope} />
          <PasswordSection
            effect={scope.as === 'team' ? passwordTexts.endsOwnSessions : passwordTexts.endsTheirSessions}
            save={(password) => changePassword(scope, password)}
            toggleId={SECTION_IDS.password}
          />
        </>
      )}
    </>
  );
}

function section(name: keyof typeof SECTION_IDS): NavSection {
  return { id: SECTION_IDS[name], title: profileSectionTexts[name] };
}

/** There is no subscriber with this number. */
export function NoSubscriber() {
  return (
    <StateBlock
      icon={<IconBuilding size={22} />}
      title={subscriberFrameTexts.noSubscriber}
      action={<Link to="/subscribers">{subscriberFrameTexts.toSubscribers}</Link>}
    />
  );
}
