import { Page } from '../../../page/page.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { subscriptionTexts } from '../../../texts/subscriptions.ts';
import { Profile, type ProfileExtra } from './profile.tsx';

/**
 * The signed-in subscriber's own account.
 * @param props.extra appears after the subscription
 */
export function MyProfilePage({ extra }: { extra: ProfileExtra }) {
  const teamId = useSignedIn().user.id;
  return (
    <Page
      title={subscriptionTexts.myProfile}
      description={subscriptionTexts.myProfileDescription}
      width="form"
    >
      <Profile scope={{ teamId, as: 'team' }} extra={extra} />
    </Page>
  );
}
