import { BackToSubscribers } from '../../display/back-to-subscribers.tsx';
import { isRowId } from '../../list/scope.ts';
import { useParams } from '../../links/location.ts';
import { Page } from '../../page/page.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';
import { NoSubscriber, Profile, type ProfileExtra } from './profile.tsx';

/**
 * An administrator's page of one subscriber.
 * @param props.extra appears after its subscription
 */
export function SubscriberProfilePage({ extra }: { extra: (teamId: number) => ProfileExtra }) {
  const { teamId = '' } = useParams();
  return (
    <Page
      title={subscriptionTexts.profileOf(teamId)}
      description={subscriptionTexts.profileOfDescription}
      parent={{ label: shellTexts.subscribers, to: '/subscribers' }}
      width="form"
      action={<BackToSubscribers />}
    >
      {isRowId(teamId) ? (
        <Profile key={teamId} scope={{ teamId: Number(teamId), as: 'admin' }} extra={extra(Number(teamId))} />
      ) : (
        <NoSubscriber />
      )}
    </Page>
  );
}
