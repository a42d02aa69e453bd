import type { MessageState } from '@callpoint/contract/deliveries';
import type { StateChange } from '../../delivery/queue/reclaim.ts';

/** States in which a message reaches no one unless a person releases or resends it. */
const STOPPED: ReadonlySet<MessageState> = new Set(['failed', 'held', 'skipped']);

/** Publishes changed messages. If one reaches no one, the next step of its incident may be due immediately. */
export function messageFollower({
  publish,
  wakeEscalator,
}: {
  publish: (changed: readonly StateChange[]) => void;
  wakeEscalator: () => void;
}): (changed: readonly StateChange[]) => void {
  return (changed) => {
    publish(changed);
    if (changed.some(({ state }) => STOPPED.has(state))) wakeEscalator();
  };
}
