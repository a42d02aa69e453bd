import { expect, test, vi } from 'vitest';
import { selectionTexts } from '../../../texts/selection.ts';
import { countReleasable, releaseAction } from './release-action.tsx';

vi.mock('../../../net/current-page-config.ts', () => ({ pageConfig: { unconfigured: ['sms', 'voice'] } }));

const record = (held_by_channel: object) => {
  const messages = { failed: 0, held: 0, pending: 0, sent: 0, delivered: 0, held_by_channel };
  return { messages };
};

test('only messages of configured channels can be released', () => {
  expect(countReleasable(record({ email: 2, sms: 3 }))).toBe(2);
  expect(countReleasable(record({ sms: 3 }))).toBe(0);
});

test('counts the held messages of channels that can’t send', () => {
  const { countHeld } = releaseAction(() => Promise.resolve(null));
  expect(countHeld?.([record({ email: 2 }), record({})])).toEqual({ blocked: 0, all: 2 });
  expect(countHeld?.([record({ email: 2, sms: 3 }), record({ sms: 1 })])).toEqual({ blocked: 4, all: 6 });
});

test.each([
  [1, 1, 'Can’t release the held message: its channel is not configured on this server.'],
  [4, 6, 'Can’t release 4 of 6 held messages: their channels are not configured on this server.'],
])('the note about %i of %i held messages', (blocked, all, text) => {
  expect(selectionTexts.cannotRelease(blocked, all)).toBe(text);
});
