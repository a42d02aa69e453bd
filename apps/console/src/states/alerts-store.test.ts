import { expect, test } from 'vitest';
import { createAlertsStore } from './alerts-store.ts';

function setUp() {
  const environment = { scrolls: 0, timers: [] as { ms: number; work: () => void; canceled: boolean }[] };
  const alerts = createAlertsStore({
    later: (work, ms) => {
      const timer = { ms, work, canceled: false };
      environment.timers.push(timer);
      return () => (timer.canceled = true);
    },
    scrollToTop: () => (environment.scrolls += 1),
  });
  const shown = () => alerts.current().map(({ kind, msg }) => `${kind}: ${msg}`);
  return { alerts, environment, shown };
}

test('success clears after two seconds', () => {
  const { alerts, environment, shown } = setUp();
  alerts.success('Updated Successfully.');
  expect(shown()).toEqual(['success: Updated Successfully.']);
  expect(environment.timers[0]?.ms).toBe(2_000);
  environment.timers[0]?.work();
  expect(shown()).toEqual([]);
});

test('errors stay, scroll to the top, and are not cleared by the timer of an earlier success', () => {
  const { alerts, environment, shown } = setUp();
  alerts.success('Deleted Successfully.');
  alerts.error(['One.', 'Two.']);
  expect(shown()).toEqual(['error: One.', 'error: Two.']);
  expect(environment.timers.map(({ canceled }) => canceled)).toEqual([true]);
  expect(environment.scrolls).toBe(1);
});

test('information stays until it is cleared', () => {
  const { alerts, environment, shown } = setUp();
  alerts.info('A link is on its way.');
  expect(environment.timers).toEqual([]);
  expect(shown()).toEqual(['info: A link is on its way.']);
  alerts.clear();
  expect(shown()).toEqual([]);
});

test('on another page only a success stays', () => {
  const { alerts, shown } = setUp();
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
  const { alerts } = setUp();
  let calls = 0;
  const stop = alerts.subscribe(() => (calls += 1));
  alerts.clear();
  alerts.info('x');
  stop();
  alerts.clear();
  expect(calls).toBe(1);
});

test('a success with an action stays for ten seconds, and the next message replaces it', () => {
  const { alerts, environment, shown } = setUp();
  const undone: string[] = [];
  alerts.success('Ann is blocked.', { label: 'Undo', onSelect: () => undone.push('Ann') });
  expect(environment.timers[0]?.ms).toBe(10_000);
  alerts.current()[0]?.action?.onSelect();
  expect(undone).toEqual(['Ann']);
  alerts.success('Ann is unblocked.');
  expect(environment.timers[0]?.canceled).toBe(true);
  expect(shown()).toEqual(['success: Ann is unblocked.']);
});
