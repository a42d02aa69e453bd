import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import { expect, test } from 'vitest';
import { OPEN_INCIDENT } from '../../testing/open-incident.ts';
import type { KnownPress } from '../../reports/open-emergencies.ts';
import { joinHistory } from './join-history.ts';
import type { OutboxItem } from '../../storage/database.ts';

const NO_MESSAGES = { delivered: 0, sent: 0, pending: 0, held: 0, failed: 0 };
const submission = (client_id: string, changed: Partial<OwnSubmission> = {}): OwnSubmission => ({
  kind: 'button',
  id: 1,
  client_id,
  item_id: 5,
  created_at: '2026-11-22T09:00:00.000Z',
  pressed_at: '2026-11-22T09:00:00.000Z',
  location: null,
  company: '',
  message: '',
  alert: '',
  opened_at: null,
  incident: null,
  recipients: [{ role: 'team', channel: 'email', messages: { ...NO_MESSAGES, sent: 1 } }],
  ...changed,
});
const item = (client_id: string, changed: Partial<OutboxItem> = {}): OutboxItem =>
  ({
    client_id,
    kind: 'button',
    item_id: 5,
    pressed_at: '2026-11-22T09:00:00.000Z',
    received: null,
    ...changed,
  }) as OutboxItem;

test('a submission that is on the phone and on the server is one entry, with what the server knows', () => {
  const received = { alert: '', at: '2026-11-22T09:00:01.000Z' };
  const opened = submission('a', { opened_at: '2026-11-22T09:01:00.000Z' });
  expect(joinHistory([item('a', { received })], [opened])).toEqual([
    expect.objectContaining({ clientId: 'a', state: 'seen' }),
  ]);
});

const incident = (is_unnotified: boolean) => ({ ...OPEN_INCIDENT, is_unnotified });

test('what the server did not return has its last known state, also an open emergency of another phone', () => {
  const received = { alert: '', at: '2026-11-22T09:00:01.000Z' };
  const press = (client_id: string, changed: Partial<KnownPress['incident']> | null): KnownPress => ({
    client_id,
    item_id: 5,
    incident: changed && { ...OPEN_INCIDENT, ...changed },
    pressed_at: '2026-11-22T08:00:00.000Z',
    read_at: '2026-11-22T09:10:00.000Z',
  });
  const presses = [
    press('closed', { state: 'closed' }),
    press('unnotified', { is_unnotified: true }),
    press('no-answer', null),
    press('other-phone', { state: 'acknowledged' }),
    press('closed-elsewhere', { state: 'closed' }),
    press('returned', { state: 'acknowledged' }),
  ];
  const items = ['closed', 'unnotified', 'no-answer', 'returned'].map((id) => item(id, { received }));
  const entries = joinHistory(items, [submission('returned', { incident: OPEN_INCIDENT })], presses);
  expect(Object.fromEntries(entries.map(({ clientId, state }) => [clientId, state]))).toEqual({
    closed: 'answered',
    unnotified: 'unnotified',
    'no-answer': 'received',
    'other-phone': 'answered',
    returned: 'open',
  });
  expect(entries).toHaveLength(5);
});

test('what was not sent is among the others, by the time of the press', () => {
  const entries = joinHistory(
    [item('waiting', { pressed_at: '2026-11-22T09:10:00.000Z' })],
    [
      submission('old', { pressed_at: '2026-11-22T08:00:00.000Z', created_at: '2026-11-22T08:40:00.000Z' }),
      submission('new', { pressed_at: '2026-11-22T09:20:00.000Z', created_at: '2026-11-22T09:20:01.000Z' }),
    ],
  );
  expect(entries.map(({ clientId, state, delayed }) => [clientId, state, delayed])).toEqual([
    ['new', 'received', false],
    ['waiting', 'not-sent', false],
    ['old', 'received', true],
  ]);
});

test('a submission that notified no one is not shown like one that did', () => {
  const stateWith = (recipients: OwnSubmission['recipients'], opened_at: string | null = null) =>
    joinHistory([], [submission('a', { recipients, opened_at })])[0]?.state;
  const held = { role: 'team', channel: 'email', messages: { ...NO_MESSAGES, held: 2 } } as const;
  const own = { role: 'user', channel: 'sms', messages: { ...NO_MESSAGES, sent: 1 } } as const;
  expect(stateWith([held, own])).toBe('unnotified');
  expect(stateWith([])).toBe('unnotified');
  expect(stateWith([held], '2026-11-22T09:01:00.000Z')).toBe('seen');
});

test('a press whose own messages failed is not shown as notifying no one if a message of a step arrived', () => {
  const failed = { role: 'team', channel: 'email', messages: { ...NO_MESSAGES, failed: 2 } } as const;
  const stateOf = (is_unnotified: boolean) =>
    joinHistory([], [submission('a', { recipients: [failed], incident: incident(is_unnotified) })])[0]?.state;
  expect([stateOf(true), stateOf(false)]).toEqual(['unnotified', 'open']);
});

test('an open incident is not shown as received or seen while no one has it', () => {
  const stateOf = (changed: Partial<OwnSubmission>) => joinHistory([], [submission('a', changed)])[0]?.state;
  const open = incident(false);
  const opened_at = '2026-11-22T09:01:00.000Z';
  expect(stateOf({ incident: open })).toBe('open');
  expect(stateOf({ incident: open, opened_at })).toBe('open');
  expect(stateOf({ incident: { ...open, state: 'acknowledged' }, opened_at })).toBe('answered');
});
