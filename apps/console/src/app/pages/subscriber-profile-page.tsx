import { SubscriberProfilePage } from '../../features/subscriptions/subscriber-profile-page.tsx';
import { LateReachability } from './late-reachability.tsx';

/** An administrator's page of one subscriber, with who would be told if one of its users pressed now. */
export function Component() {
  return <SubscriberProfilePage besides={reachOf} />;
}

function reachOf(teamId: number) {
  return <LateReachability of={{ teamId }} />;
}
