import { Link } from '../../links/link.ts';
import { lazyPart } from '../../states/lazy-part.tsx';
import { SubscriberProfilePage } from '../../features/subscriptions/subscriber-profile-page.tsx';
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

/**
 * An administrator's page of one subscriber, with who would be notified if one of its users pressed now, and its
 * sending limits.
 */
export function Component() {
  return <SubscriberProfilePage extra={reachAndLimitsOf} />;
}

function reachAndLimitsOf(teamId: number) {
  return (
    <>
      <ReachabilityCard of={{ teamId }} />
      <p>
        <Link to={`/response-times/${teamId}`}>{subscriptionTexts.toResponseTimes}</Link>
      </p>
      <LimitsSection of={{ teamId }} />
    </>
  );
}
