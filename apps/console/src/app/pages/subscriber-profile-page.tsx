import { Link } from '../../links/link.ts';
import { lazyPart } from '../../states/lazy-part.tsx';
import type { ProfileExtra } from '../../features/subscriptions/profile/profile.tsx';
import { SubscriberProfilePage } from '../../features/subscriptions/profile/subscriber-profile-page.tsx';
import { profileSectionTexts } from '../../texts/profile-sections.ts';
import { reachabilityTexts } from '../../texts/reachability.ts';
import { sendingLimitTexts } from '../../texts/sending-limits.ts';
import { subscriptionTexts } from '../../texts/subscriptions.ts';

const ReachabilityCard = lazyPart(
  async () => (await import('../../features/reachability/reachability-card.tsx')).ReachabilityCard,
  { instead: reachabilityTexts.readFailed },
);

const LimitsSection = lazyPart(
  async () => (await import('../../features/sending-limits/limits-section.tsx')).LimitsSection,
  { instead: sendingLimitTexts.readFailed },
);

const REACH_ID = 'profile-reach';
const LIMITS_ID = 'profile-limits';

/**
 * An administrator's page of one subscriber, with who would be notified if one of its users pressed now, and its
 * sending limits.
 */
export function Component() {
  return <SubscriberProfilePage extra={reachAndLimitsOf} />;
}

function reachAndLimitsOf(teamId: number): ProfileExtra {
  const content = (
    <>
      <ReachabilityCard of={{ teamId }} toggleId={REACH_ID} />
      <p>
        <Link to={`/response-times/${teamId}`}>{subscriptionTexts.toResponseTimes}</Link>
      </p>
      <LimitsSection of={{ teamId }} toggleId={LIMITS_ID} />
    </>
  );
  return {
    content,
    sections: [
      { id: REACH_ID, title: profileSectionTexts.reach },
      { id: LIMITS_ID, title: profileSectionTexts.limits },
    ],
  };
}
