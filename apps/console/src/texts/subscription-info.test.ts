import { expect, test } from 'vitest';
import { subscriptionInfo } from './subscription-info.ts';

const when = (iso: string) => iso.slice(0, 10);

test.each([
  ['free', null, 'Free'],
  ['paid', '1-10 end users - Monthly', 'Paid (1-10 end users - Monthly)'],
  // The name of a plan may look like a moment.
  ['paid', '2026-12-31T00 - Monthly', 'Paid (2026-12-31T00 - Monthly)'],
  ['paid', null, 'Paid'],
  ['upgrade_by_admin', '2026-12-31T00:00:00.000Z', 'Upgraded by admin (until 2026-12-31)'],
  ['upgrade_by_admin', null, 'Upgraded by admin'],
] as const)('%s with %s reads “%s”', (plan, detail, text) => {
  expect(subscriptionInfo({ plan, plan_obj: detail }, when)).toBe(text);
});
