import type { LiveEvent } from '@callpoint/contract/live-events';
import type { LiveEvents } from './live-events.ts';

/** Milliseconds in which changes are published together: a submission's messages finish one after the other. */
const GATHER_MS = 250;
/** Maximum submissions in one event. */
const MAX_IDS = 200;

type StateChange = {
  message: { team_id: number; button_click_id: number | null; form_submission_id: number | null };
};

/** Returns a function that publishes state changes of messages to open consoles, for the worker's `onResult`. */
export function changePublisher(
  live: Pick<LiveEvents, 'publish'>,
): (changed: readonly StateChange[]) => void {
  let gathered = new Map<string, Set<number>>();
  let timer: NodeJS.Timeout | undefined;

  function publish(): void {
    timer = undefined;
    const events = [...gathered].flatMap(([of, ids]) => eventsOf(of, [...ids]));
    gathered = new Map();
    live.publish(...events);
  }

  return (changed) => {
    for (const { message } of changed) {
      const { team_id, button_click_id, form_submission_id } = message;
      const id = button_click_id ?? form_submission_id;
      const of = `${team_id} ${form_submission_id === null ? 'button' : 'form'}`;
      const ids = gathered.get(of) ?? new Set();
      // A test message, or a message of a deleted submission.
      if (id !== null) ids.add(id);
      gathered.set(of, ids);
    }
    if (gathered.size > 0) timer ??= setTimeout(publish, GATHER_MS).unref();
  };
}

function eventsOf(of: string, ids: readonly number[]): LiveEvent[] {
  const [team = '', submission] = of.split(' ');
  const parts = Math.max(1, Math.ceil(ids.length / MAX_IDS));
  return Array.from({ length: parts }, (_, part) => ({
    kind: 'delivery.changed',
    team_id: Number(team),
    submission: submission === 'form' ? 'form' : 'button',
    ids: ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  }));
}
