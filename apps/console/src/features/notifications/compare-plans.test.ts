import type { PreviewMessage } from '@callpoint/contract/notifications';
import { expect, test } from 'vitest';
import { comparePlans } from './compare-plans.ts';

const message = (overrides: Partial<PreviewMessage> = {}): PreviewMessage => ({
  channel: 'email',
  role: 'team',
  address: 'anna@work.example',
  subject: 'Help',
  text: 'Call Ana.',
  state: 'pending',
  reason: null,
  ...overrides,
});
const changes = (before: PreviewMessage[], after: PreviewMessage[]) => {
  const { messages, removed } = comparePlans(
    { alert: '', messages: before },
    { alert: '', messages: after },
    'email',
  );
  return [messages.map(({ change }) => change), removed.map(({ address }) => address)];
};

test('the same plan changes nothing', () => {
  expect(changes([message()], [message()])).toEqual([['same'], []]);
});

test('another recipient is new, and a removed recipient is no longer notified', () => {
  expect(changes([message()], [message({ address: 'bo@work.example' })])).toEqual([
    ['new'],
    ['anna@work.example'],
  ]);
  expect(changes([message()], [message(), message({ role: 'user' })])).toEqual([['same', 'new'], []]);
});

test('a changed text and a changed outcome are different changes', () => {
  expect(changes([message()], [message({ subject: 'HELP' })])).toEqual([['text'], []]);
  expect(changes([message()], [message({ text: 'x' })])).toEqual([['text'], []]);
  expect(changes([message()], [message({ state: 'skipped', reason: 'No text.', text: '' })])).toEqual([
    ['outcome'],
    [],
  ]);
});

test('each channel is compared separately, and so is the phone’s text', () => {
  const sms = message({ channel: 'sms', subject: null });
  expect(comparePlans({ alert: 'a', messages: [] }, { alert: 'b', messages: [sms] }, 'email')).toEqual({
    messages: [],
    removed: [],
    alert: true,
  });
});
