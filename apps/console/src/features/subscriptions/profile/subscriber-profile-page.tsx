import type { ReactNode } from 'react';
import { BackToSubscribers } from '../../../display/back-to-subscribers.tsx';
import { isRowId } from '../../../list/scope.ts';
import { useParams } from '../../../links/location.ts';
import { Page } from '../../../page/page.tsx';
import { shellTexts } from '../../../texts/shell.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { useProfile } from '../subscriptions.api.ts';
import { NoSubscriber, Profile, type ProfileExtra } from './profile.tsx';

/**
 * An administrator's page of one subscriber.
 * @param props.extra appears after its subscription
 */
export function SubscriberProfilePage({ extra }: { extra: (teamId: number) => ProfileExtra }) {
  const { teamId = '' } = useParams();
  if (!isRowId(teamId))
    return (
      <ProfileFrame number={teamId}>
        <NoSubscriber />
      </ProfileFrame>
    );
  return <KnownProfile key={teamId} teamId={Number(teamId)} extra={extra(Number(teamId))} />;
}

function KnownProfile({ teamId, extra }: { teamId: number; extra: ProfileExtra }) {
  const scope = { teamId, as: 'admin' } as const;
  const { data: team } = useProfile(scope);
  return (
    <ProfileFrame number={String(teamId)} name={team?.account_name}>
      <Profile scope={scope} extra={extra} />
    </ProfileFrame>
  );
}

interface ProfileFrameProps {
  number: string;
  /** Undefined while it is loading, and if there is no such subscriber. */
  name?: string | undefined;
  children: ReactNode;
}

function ProfileFrame({ number, name, children }: ProfileFrameProps) {
  return (
    <Page
      title={subscriptionTexts.profileOf(name || subscriptionTexts.subscriber(number))}
      description={subscriptionTexts.profileOfDescription(number)}
      parent={{ label: shellTexts.subscribers, to: '/subscribers' }}
      width="form"
      action={<BackToSubscribers />}
    >
      {children}
    </Page>
  );
}
