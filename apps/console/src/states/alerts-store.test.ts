import { expect, test } from 'vitest';
import { createAlertsStore } from './alerts-store.ts';

function surroundings() {
  const around = { scrolls: 0, timers: [] as { ms: number; work: () => void; cancelled: boolean }[] };
  const alerts = createAlertsStore({
    later: (work, ms) => {
      const timer = { ms, work, cancelled: false };
      around.timers.push(timer);
      return () => (timer.cancelled = true);
    },
    scrollToTop: () => (around.scrolls += 1),
  });
  const shown = () => alerts.current().map(({ kind, msg }) => `${kind}: ${msg}`);
  return { alerts, around, shown };
}

test('success clears after two seconds', () => {
  const { alerts, around, shown } = surroundings();
  alerts.success('Updated Successfully.');
  expect(shown()).toEqual(['success: Updated Successfully.']);
  expect(around.timers[0]?.ms).toBe(2_000);
  around.timers[0]?.work();
  expect(shown()).toEqual([]);
});

test('errors stay, scroll to the top, and are not cleared by the timer of an earlier success', () => {
  const { alerts, around, shown } = surroundings();
  alerts.success('Deleted Successfully.');
  alerts.error(['One.', 'Two.']);
  expect(shown()).toEqual(['error: One.', 'error: Two.']);
  expect(around.timers.map(({ cancelled }) => cancelled)).toEqual([true]);
  expect(around.scrolls).toBe(1);
});

test('information stays until it is cleared', () => {
  const { alerts, around, shown } = surroundings();
  alerts.info('A link is on its way.');
  expect(around.timers).toEqual([]);
  expect(shown()).toEqual(['info: A link is on its way.']);
  alerts.clear();
  expect(shown()).toEqual([]);
});

test('on another page only a success stays', () => {
  const { alerts, shown } = surroundings();
  alerts.pageChanged('/users');
  alerts.error('Failed to perform Action.');
  alerts.pageChanged('/users');
  expect(shown()).toHaveLength(1);
  alerts.pageChanged('/add-user');
  expect(shown()).toEqual([]);
  alerts.success('App user Account Created successfully.');
  alerts.pageChanged('/users');
  expect(shown()).toEqual(['success: App user Account Created successfully.']);
});

test('clearing nothing calls no listener', () => {
  const { alerts } = surroundings();
  let told = 0;
  const stop = alerts.subscribe(() => (told += 1));
  alerts.clear();
  alerts.info('x');
  stop();
  alerts.clear();
  expect(told).toBe(1);
});
