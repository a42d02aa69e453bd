import { expect, test } from 'vitest';
import { callTimeout, comesFirst, inSendingOrder, isWaiting, waitAfter } from './order.ts';
import type { OutboxItem } from '../storage/database.ts';
import { buildItem } from './test-item.ts';

const item = (client_id: string, changed: Partial<OutboxItem> = {}) =>
  buildItem(client_id, { pressed_at: '2026-11-22T09:00:00.000Z', ...changed });

test('emergencies are sent before everything else, then the oldest', () => {
  const items = [
    item('late', { pressed_at: '2026-11-22T09:05:00.000Z' }),
    item('form 5', { kind: 'form', item_id: 5, pressed_at: '2026-11-22T08:00:00.000Z' }),
    item('early'),
    item('emergency 2', { item_id: 5, pressed_at: '2026-11-22T09:20:00.000Z' }),
    item('emergency 1', { item_id: 5, pressed_at: '2026-11-22T09:10:00.000Z' }),
  ];
  expect(inSendingOrder(items).map(({ client_id }) => client_id)).toEqual([
    'emergency 1',
    'emergency 2',
    'form 5',
    'early',
    'late',
  ]);
});

test('an emergency is tried again every five seconds at the latest, anything else every minute', () => {
  expect([1, 2, 3, 4, 9].map((attempts) => waitAfter(attempts, true))).toEqual([
    1000, 2000, 4000, 5000, 5000,
  ]);
  expect([1, 5, 7, 90].map((attempts) => waitAfter(attempts, false))).toEqual([1000, 16_000, 60_000, 60_000]);
});

test('each attempt may take longer than the one before, up to a limit', () => {
  expect([0, 1, 2, 50].map((attempts) => callTimeout(attempts, true))).toEqual([
    10_000, 20_000, 30_000, 30_000,
  ]);
  expect([0, 50].map((attempts) => callTimeout(attempts, false))).toEqual([10_000, 90_000]);
});

test('a received or rejected submission does not wait; one with another problem does', () => {
  const problem = { text: null, reason: null, at: '' };
  expect(isWaiting(item('new'))).toBe(true);
  expect(isWaiting(item('slow', { problem: { code: 'slow', ...problem } }))).toBe(true);
  expect(isWaiting(item('no', { problem: { code: 'rejected', ...problem } }))).toBe(false);
  expect(isWaiting(item('yes', { received: { alert: '', at: '' } }))).toBe(false);
});

test('a new submission comes first if nothing of the person must be sent before it', () => {
  const older = { pressed_at: '2026-11-21T08:14:07.120Z' };
  const press = buildItem('new');
  const emergency = buildItem('new', { item_id: 5 });
  expect(comesFirst(press, [])).toBe(true);
  expect(comesFirst(press, [buildItem('older', older)])).toBe(false);
  expect(comesFirst(press, [buildItem('older', { ...older, user_id: 2 })])).toBe(true);
  expect(comesFirst(press, [buildItem('older', { ...older, received: { alert: '', at: '' } })])).toBe(true);
  expect(
    comesFirst(press, [buildItem('younger', { item_id: 5, pressed_at: '2099-01-01T00:00:00.000Z' })]),
  ).toBe(false);
  expect(comesFirst(emergency, [buildItem('older', older)])).toBe(true);
  expect(comesFirst(emergency, [buildItem('older', { ...older, item_id: 5 })])).toBe(false);
  // It still waits for its location.
  expect(comesFirst({ ...emergency, send_at: '2026-11-21T08:14:07.120Z' }, [])).toBe(false);
});
