import { expect, test } from 'vitest';
import { subscriptionTexts as texts } from './subscriptions.ts';

test.each([
  ['of an upgrade with an end date', texts.upgradeEnds('Dec 31, 2026')],
  ['of the button that stops an upgrade', texts.stopUpgradeDescription],
  ['before an upgrade is stopped', texts.stopUpgradeDetail(50, 10, 7)],
  [
    'before an upgrade with more users than the free plan has is stopped',
    texts.stopUpgradeDetail(50, 10, 12),
  ],
  ['before a subscription is stopped', texts.stopDetail(50, 10, 7)],
  ['before a subscription with more users than the free plan has is stopped', texts.stopDetail(50, 10, 12)],
])('the text %s names the lower limits of messages', (_when, text) => {
  expect(text).toMatch(/lower limits of (app users and )?messages/);
  expect(text).toContain('app users');
});
