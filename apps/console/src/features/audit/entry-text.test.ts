import { expect, test } from 'vitest';
import type { AuditLine } from '@callpoint/contract/audit';
import { actionText, actorText, listChanges, summarizeChanges, subjectText } from './entry-text.ts';

const line: AuditLine = {
  id: 1,
  at: '2026-11-21T08:14:07.000Z',
  actor_role: 'admin',
  actor_id: 2,
  actor: 'ada@callpoint.example',
  address: '127.0.0.1',
  action: 'update',
  call: null,
  outcome: 'done',
  subject: 'plan',
  subject_id: 7,
  team_id: null,
  team: null,
  changes: { plan_cost_cents: { old: 2995, new: 3150 } },
  detail: null,
};

test('an entry shows who did what', () => {
  expect(actorText(line)).toBe('ada@callpoint.example (Administrator 2)');
  expect(actorText({ ...line, actor: null })).toBe('Administrator 2');
  expect(actorText({ ...line, actor_role: 'system', actor_id: null, actor: null })).toBe('System');
  expect(actionText(line)).toBe('Changed: Plan 7');
  expect(actionText({ ...line, subject: 'app_user', detail: 'signed out' })).toBe(
    'Changed: App user 7, signed out',
  );
  expect(
    actionText({ ...line, outcome: 'refused', action: 'POST /api/v1/delete/plan', detail: 'answered 409' }),
  ).toBe('Rejected: POST /api/v1/delete/plan, not possible at that moment');
  const rejected = { ...line, outcome: 'refused', action: 'POST /api/v1/delete/plan', call: 'Delete a plan' };
  expect(actionText({ ...rejected, detail: 'answered 403, 3 times within the hour' })).toBe(
    'Rejected: Delete a plan, not allowed, 3 times within the hour',
  );
  expect(actionText({ ...rejected, action: 'GET /api/v1/listPaged/plan', call: 'Plans', detail: null })).toBe(
    'Rejected: Open “Plans”',
  );
  expect(actionText({ ...line, outcome: 'refused', action: 'sign in', detail: 'answered 401' })).toMatch(
    /^Rejected: Log in, /,
  );
});

test('the first change shows the old and new value; of a new record only the new one', () => {
  expect(summarizeChanges(line)).toBe('Plan cost (cents): 2995 → 3150');
  expect(summarizeChanges({ ...line, action: 'create', changes: { a: { old: null, new: 'x' } } })).toBe(
    'A: x',
  );
  expect(summarizeChanges({ ...line, changes: null })).toBeNull();
  expect(summarizeChanges({ ...line, changes: { a: { old: '', new: 'x'.repeat(200) } } })).toBe(
    `A: (empty) → ${'x'.repeat(80)}…`,
  );
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, field) => [`f${field}`, { old: 1, new: 2 }]));
  expect(summarizeChanges({ ...line, changes: many })).toBe('F0: 1 → 2, and 8 more');
});

test('a kind of record without a text of its own is shown by its name', () => {
  expect([subjectText('plan'), subjectText('config'), subjectText('first_aid_kit')]).toEqual([
    'Plan',
    'Configuration value',
    'First aid kit',
  ]);
});

test('the details show all values in words', () => {
  const long = 'x'.repeat(200);
  const changed = { ...line, changes: { status: { old: 1, new: 0 }, setting_value: { old: '', new: long } } };
  expect(listChanges(changed)).toEqual([
    { field: 'Status', old: 'Active', now: 'Blocked' },
    { field: 'Text or value', old: null, now: long },
  ]);
  const numbers = { setting_value: { old: '+13035550141', new: '+13035550141,+13035550142' } };
  expect(listChanges({ ...line, changes: numbers })).toEqual([
    { field: 'Text or value', old: '+1 303 555 0141', now: '+1 303 555 0141, +1 303 555 0142' },
  ]);
});
