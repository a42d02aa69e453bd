import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLoadingPage } from '../links/location.ts';
import { alerts } from './alerts.ts';

const scrollTo = vi.fn<(x: number, y: number) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { scrollTo });
});

afterEach(() => {
  alerts.clear();
  scrollTo.mockClear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const shown = () => alerts.current().map(({ kind, msg }) => `${kind}: ${msg}`);

test('success clears after two seconds', () => {
  alerts.success('Updated Successfully.');
  vi.advanceTimersByTime(1_999);
  expect(shown()).toEqual(['success: Updated Successfully.']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('success stays for two seconds on the page that was loading, however long this took', () => {
  alerts.success('Payment received.');
  vi.advanceTimersByTime(1_000);
  isLoadingPage.set(true);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['success: Payment received.']);
  isLoadingPage.set(false);
  vi.advanceTimersByTime(1_999);
  expect(shown()).toEqual(['success: Payment received.']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('errors stay, scroll to the top, and are not cleared by the timer of an earlier success', () => {
  alerts.success('Deleted Successfully.');
  alerts.error(['One.', 'Two.']);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['error: One.', 'error: Two.']);
  expect(scrollTo.mock.calls).toEqual([[0, 0]]);
});

test('information stays until it is cleared, also after another page was loaded', () => {
  alerts.success('Saved.');
  alerts.info('A link is on its way.');
  isLoadingPage.set(true);
  isLoadingPage.set(false);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['info: A link is on its way.']);
  alerts.clear();
  expect(shown()).toEqual([]);
});

test('on another page only a success stays', () => {
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
  let calls = 0;
  const stop = alerts.subscribe(() => (calls += 1));
  alerts.clear();
  alerts.info('x');
  stop();
  alerts.clear();
  expect(calls).toBe(1);
});

test('a success with an action stays for ten seconds, and the next message replaces it', () => {
  const undone: string[] = [];
  alerts.success('Ann is blocked.', { label: 'Undo', onSelect: () => undone.push('Ann') });
  vi.advanceTimersByTime(9_999);
  expect(shown()).toEqual(['success: Ann is blocked.']);
  alerts.current()[0]?.action?.onSelect();
  expect(undone).toEqual(['Ann']);
  alerts.success('Ann is unblocked.');
  vi.advanceTimersByTime(1_999);
  expect(shown()).toEqual(['success: Ann is unblocked.']);
});
