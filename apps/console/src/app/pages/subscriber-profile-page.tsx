import { ReachabilityCard } from '../../features/reachability/reachability-card.tsx';
import { SubscriberProfilePage } from '../../features/subscriptions/subscriber-profile-page.tsx';

/** An administrator's page of one subscriber, with who would be told if one of its users pressed now. */
export function Component() {
  return <SubscriberProfilePage besides={reachOf} />;
}

function reachOf(teamId: number) {
  return <ReachabilityCard of={{ teamId }} />;
}
