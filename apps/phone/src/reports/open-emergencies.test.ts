import { expect, test } from 'vitest';
import { buildItem } from '../outbox/test-item.ts';
import type { OutboxItem } from '../storage/database.ts';
import { OPEN_INCIDENT as OPEN } from '../testing/open-incident.ts';
import { openEmergencies, type KnownPress } from './open-emergencies.ts';

const press = (client_id: string, incident: KnownPress['incident'], minute = 0): KnownPress => ({
  client_id,
  item_id: 5,
  incident,
  pressed_at: `2026-11-27T09:0${minute}:00.000Z`,
  read_at: '2026-11-27T09:10:00.000Z',
});

const item = (client_id: string, changed: Partial<OutboxItem> = {}) =>
  buildItem(client_id, {
    item_id: 5,
    pressed_at: '2026-11-27T09:05:00.000Z',
    received: { alert: '', at: '2026-11-27T09:05:01.000Z' },
    ...changed,
  });

const idsOf = (known: readonly KnownPress[], sent: readonly OutboxItem[] = []) =>
  openEmergencies(known, sent).map(({ client_id }) => client_id);

test('shows emergencies that no responder has closed, the newest first', () => {
  const acknowledged = { ...OPEN, state: 'acknowledged' } as const;
  expect(idsOf([press('a', OPEN, 1), press('b', acknowledged, 2)])).toEqual(['b', 'a']);
});

test('shows no closed emergency, no drill, and no press that needs no answer', () => {
  const closed = { ...OPEN, state: 'closed' } as const;
  expect(idsOf([press('a', closed), press('b', { ...OPEN, is_drill: true }), press('c', null)])).toEqual([]);
});

test('an emergency that the server has is shown before its status is read, and names no status', () => {
  expect(openEmergencies([], [item('a')])).toMatchObject([{ client_id: 'a', incident: null, read_at: null }]);
  expect(idsOf([], [item('a', { received: null }), item('b', { item_id: 2 })])).toEqual([]);
  expect(idsOf([press('a', null)], [item('a')])).toEqual([]);
});
