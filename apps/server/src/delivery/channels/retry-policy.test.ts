import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNELS, type Channel } from '@callpoint/contract/channels/channels';
import { DRIVER } from './channels.ts';
import { JITTER, nextAttempt } from './retry-policy.ts';
import { HOUR } from '../../scheduling/durations.ts';

const CREATED = new Date('2026-11-21T08:00:00.000Z');
const middle = () => 0.5;

function attemptsOf(channel: Channel): number[] {
  const seconds: number[] = [];
  let now = CREATED;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(channel, attempts, CREATED, now, middle);
    if (!next) return seconds;
    seconds.push((next.getTime() - now.getTime()) / 1000);
    now = next;
  }
}

test('retries an email after 0, 5, 15, 30, 60 s, 2, 5, 10, 15, 30 min, then hourly for 24 h', () => {
  const waits = attemptsOf('email');
  expect(waits.slice(0, 10)).toEqual([0, 5, 15, 30, 60, 120, 300, 600, 900, 1800]);
  expect(new Set(waits.slice(10))).toEqual(new Set([3600]));
  expect(waits).toHaveLength(10 + 22);
});

test('gives up an SMS after 4 h', () => {
  expect(attemptsOf('sms')).toEqual([0, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 3600]);
});

test('retries a call a few times, and gives it up after 5 minutes', () => {
  expect(attemptsOf('voice')).toEqual([0, 5, 15, 30, 30, 30, 30, 30, 30, 30, 30, 30]);
});

test('the last attempt may be at the very end of the retry window', () => {
  const now = (ms: number) => new Date(CREATED.getTime() + 3 * HOUR + ms);
  const next = (ms: number) => nextAttempt('sms', 11, CREATED, now(ms), middle);
  expect(next(0)).toEqual(new Date(CREATED.getTime() + 4 * HOUR));
  expect(next(1)).toBeNull();
});

test('limits a wait that the provider requests to the retry window', () => {
  const now = new Date(CREATED.getTime() + HOUR);
  const next = (atLeast: number) => nextAttempt('sms', 3, CREATED, now, middle, { atLeast });
  expect(next(2 * HOUR)).toEqual(new Date(CREATED.getTime() + 3 * HOUR));
  expect(next(5 * HOUR)).toEqual(new Date(CREATED.getTime() + 4 * HOUR));
});

test('after an attempt that did not reach the provider, the first wait is the first interval', () => {
  const waits = [1, 2, 3].map((attempts) => {
    const next = nextAttempt('email', attempts, CREATED, CREATED, middle, { unreached: true });
    return next && (next.getTime() - CREATED.getTime()) / 1000;
  });
  expect(waits).toEqual([5, 5, 15]);
});

const anyTry = {
  channel: fc.constantFrom(...CHANNELS),
  attempts: fc.integer({ min: 1, max: 60 }),
  age: fc.integer({ min: 0, max: 30 * HOUR }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
};

test('the next attempt is within the jitter of the schedule, and never after the retry window', () => {
  fc.assert(
    fc.property(fc.record(anyTry), ({ channel, attempts, age, random }) => {
      const now = new Date(CREATED.getTime() + age);
      const { waits, thenEvery, giveUpAfter } = DRIVER[channel].retry;
      const wait = waits[attempts - 1] ?? thenEvery;
      const next = nextAttempt(channel, attempts, CREATED, now, () => random);
      if (next === null) {
        expect(age + wait * (1 + JITTER)).toBeGreaterThan(giveUpAfter);
      } else {
        const took = next.getTime() - now.getTime();
        expect(took).toBeGreaterThanOrEqual(Math.floor(wait * (1 - JITTER)));
        expect(took).toBeLessThanOrEqual(Math.ceil(wait * (1 + JITTER)));
        expect(next.getTime()).toBeLessThanOrEqual(CREATED.getTime() + giveUpAfter);
      }
    }),
  );
});

test('every message is given up in time with any jitter', () => {
  fc.assert(
    fc.property(anyTry.channel, fc.infiniteStream(anyTry.random), (channel, randoms) => {
      let now = CREATED;
      let attempts = 0;
      for (;;) {
        attempts += 1;
        const next = nextAttempt(channel, attempts, CREATED, now, () => randoms.next().value ?? 0);
        if (!next) break;
        now = next;
      }
      const { giveUpAfter } = DRIVER[channel].retry;
      expect(attempts).toBeLessThan(50);
      // The last attempt is near the end of the window: no message is given up early.
      expect(now.getTime() - CREATED.getTime()).toBeGreaterThan(giveUpAfter - HOUR * (1 + JITTER));
    }),
  );
});
