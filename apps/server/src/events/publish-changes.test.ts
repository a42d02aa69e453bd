import type { LiveEvent } from '@callpoint/contract/live-events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ClaimedMessage } from '../delivery/queue/claim.ts';
import { publishChanges } from './publish-changes.ts';

function told(messages: readonly Partial<ClaimedMessage>[]): LiveEvent[] {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events: LiveEvent[] = [];
  const tell = publishChanges({ publish: (...some) => void events.push(...some) });
  for (const message of messages) {
    const about = { team_id: 1, button_click_id: null, form_submission_id: null, ...message };
    tell([{ message: about }]);
  }
  expect(events).toEqual([]);
  vi.runAllTimers();
  return events;
}

test('a test’s change is told to its subscriber, of no submission: the log and the card that waits read it anew', () => {
  expect(told([{ team_id: 7 }])).toEqual([
    { kind: 'delivery.changed', team_id: 7, submission: 'button', ids: [] },
  ]);
});

test('changes that come together are told as one for each subscriber and kind, each submission once', () => {
  const presses = [{ button_click_id: 3 }, { button_click_id: 3 }, { button_click_id: 4 }, {}];
  expect(told([...presses, { form_submission_id: 3 }, { team_id: 2, button_click_id: 5 }])).toEqual([
    { kind: 'delivery.changed', team_id: 1, submission: 'button', ids: [3, 4] },
    { kind: 'delivery.changed', team_id: 1, submission: 'form', ids: [3] },
    { kind: 'delivery.changed', team_id: 2, submission: 'button', ids: [5] },
  ]);
});

test('so many that one event would be too long are told in several', () => {
  const events = told(Array.from({ length: 450 }, (_, number) => ({ button_click_id: number + 1 })));
  expect(events.map((event) => ('ids' in event ? event.ids.length : -1))).toEqual([200, 200, 50]);
});
