import { expect, test } from 'vitest';
import { CHANNEL } from './channels/channels.ts';
import { configProblems } from './configuration.ts';
import { formatDailyLimits, parseDailyLimits } from './sending-allowances.ts';

test('reads the default limits from their stored form', () => {
  for (const { dailyLimit } of Object.values(CHANNEL)) {
    const limits = dailyLimit.defaults;
    expect(parseDailyLimits(formatDailyLimits(limits))).toEqual({ limits });
  }
  const limits = { free: 1, paid: 1_000_000, upgrade_by_admin: 0 };
  expect(formatDailyLimits(limits)).toBe('free: 1, paid: 1000000, upgraded: 0');
  expect(parseDailyLimits(' Upgraded:0,free:1 ,paid: 1000000')).toEqual({ limits });
  // The name that earlier versions stored.
  expect(parseDailyLimits('upgrade_by_admin: 0, free: 1, paid: 1000000')).toEqual({ limits });
});

test.each([
  ['200', ['“200” is not a plan and a number, like free: 200.']],
  ['free: 200', ['The limit for paid is missing.', 'The limit for upgraded is missing.']],
  ['free: -1, paid: 2, upgraded: 2', ['“free: -1” is not a plan and a number, like free: 200.']],
  ['free: 1, free: 2, paid: 2, upgraded: 2', ['“free” appears twice.']],
  ['free: 1, paid: 2, upgraded: 2, upgrade_by_admin: 2', ['“upgraded” appears twice.']],
  ['free: 1000001, paid: 2, upgraded: 2', ['The limit for free must be from 0 to 1000000.']],
  ['gold: 1, paid: 2', ['“gold: 1” is not a plan and a number, like free: 200.']],
])('rejects %s with specific problems', (value, problems) => {
  expect(configProblems('daily_email_limit', value)).toEqual(problems);
  expect(configProblems('daily_sms_limit', value)).toEqual(problems);
});

test('an empty value means the defaults', () => {
  expect(configProblems('daily_sms_limit', '')).toEqual([]);
});
