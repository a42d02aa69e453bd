import type { LiveEvent } from '@callpoint/contract/live-events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ClaimedMessage } from '../delivery/queue/claim.ts';
import { changePublisher } from './publish-changes.ts';

function publishedFor(messages: readonly Partial<ClaimedMessage>[]): LiveEvent[] {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const events: LiveEvent[] = [];
  const publishChanges = changePublisher({ publish: (...some) => void events.push(...some) });
  for (const message of messages) {
    const about = { team_id: 1, button_click_id: null, form_submission_id: null, ...message };
    publishChanges([{ message: about }]);
  }
  expect(events).toEqual([]);
  vi.runAllTimers();
  return events;
}

test('publishes the change of a test message to its subscriber, without a submission', () => {
  expect(publishedFor([{ team_id: 7 }])).toEqual([
    { kind: 'delivery.changed', team_id: 7, submission: 'button', ids: [] },
  ]);
});

test('publishes concurrent changes as one event for each subscriber and kind, with each submission once', () => {
  const presses = [{ button_click_id: 3 }, { button_click_id: 3 }, { button_click_id: 4 }, {}];
  expect(publishedFor([...presses, { form_submission_id: 3 }, { team_id: 2, button_click_id: 5 }])).toEqual([
    { kind: 'delivery.changed', team_id: 1, submission: 'button', ids: [3, 4] },
    { kind: 'delivery.changed', team_id: 1, submission: 'form', ids: [3] },
    { kind: 'delivery.changed', team_id: 2, submission: 'button', ids: [5] },
  ]);
});

test('publishes several events if one would be too long', () => {
  const events = publishedFor(Array.from({ length: 450 }, (_, number) => ({ button_click_id: number + 1 })));
  expect(events.map((event) => ('ids' in event ? event.ids.length : -1))).toEqual([200, 200, 50]);
});
