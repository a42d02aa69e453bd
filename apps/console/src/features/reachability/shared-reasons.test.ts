import type { ReachLevel } from '@callpoint/contract/reach-levels';
import type { ItemReachability } from '@callpoint/contract/reachability';
import { expect, test } from 'vitest';
import { sharedReasons } from './shared-reasons.ts';

type Reason = ItemReachability['reasons'][number];

const nobody: Reason = { kind: 'nobody', text: 'No email or SMS would be sent.' };
const email: Reason = { kind: 'not-configured', text: 'Email is not configured.', channel: 'email' };
const sms: Reason = { kind: 'not-configured', text: 'SMS is not configured.', channel: 'sms' };
const off: Reason = { kind: 'switched-off', text: 'It is turned off.' };

const item = (kind: 'button' | 'form', reasons: Reason[], level: ReachLevel = 'red'): ItemReachability => ({
  kind,
  id: 1,
  level,
  reasons,
});

test('a channel that is not configured is shared if at least two items use it', () => {
  const forms = [item('form', [nobody, email]), item('form', [nobody, email])];
  const button = item('button', [nobody, email, sms]);
  expect(sharedReasons([button, button, ...forms])).toEqual([nobody.text, email.text, sms.text]);
  expect(sharedReasons([button, ...forms])).toEqual([nobody.text, email.text]);
});

test('another reason is shared if all items that are on have it', () => {
  expect(
    sharedReasons([item('button', [nobody]), item('form', [nobody]), item('form', [off], 'off')]),
  ).toEqual([nobody.text]);
  expect(sharedReasons([item('button', [nobody]), item('button', [nobody]), item('form', [])])).toEqual([]);
});

test('one item shares nothing', () => {
  expect(sharedReasons([item('button', [nobody, email]), item('form', [off], 'off')])).toEqual([]);
});
