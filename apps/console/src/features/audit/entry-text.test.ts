import { expect, test } from 'vitest';
import type { AuditLine } from '@callpoint/contract/audit';
import { describeChanges, actionText, actorText, subjectText } from './entry-text.ts';

const line: AuditLine = {
  id: 1,
  at: '2026-11-21T08:14:07.000Z',
  actor_role: 'admin',
  actor_id: 2,
  actor: 'ada@callpoint.example',
  address: '127.0.0.1',
  action: 'update',
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
  expect(actorText({ ...line, actor_role: 'system', actor_id: null, actor: null })).toBe('The system');
  expect(actionText(line)).toBe('Changed: Plan 7');
  expect(actionText({ ...line, subject: 'app_user', detail: 'signed out' })).toBe(
    'Changed: App user 7, signed out',
  );
  expect(
    actionText({ ...line, outcome: 'refused', action: 'POST /api/v1/delete/plan', detail: 'answered 409' }),
  ).toBe('Refused: POST /api/v1/delete/plan, answered 409');
});

test('each change shows the old and new value; a new record only the new one', () => {
  expect(describeChanges(line)).toEqual(['plan_cost_cents: 2995 → 3150']);
  expect(describeChanges({ ...line, action: 'create', changes: { a: { old: null, new: 'x' } } })).toEqual([
    'a: x',
  ]);
  expect(describeChanges({ ...line, changes: null })).toEqual([]);
  expect(describeChanges({ ...line, changes: { a: { old: '', new: 'x'.repeat(200) } } })).toEqual([
    `a: (empty) → ${'x'.repeat(80)}…`,
  ]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, field) => [`f${field}`, { old: 1, new: 2 }]));
  expect(describeChanges({ ...line, changes: many }).at(-1)).toBe('and 3 more');
});

test('a kind of record without a text of its own is shown by its name', () => {
  expect([subjectText('plan'), subjectText('config'), subjectText('first_aid_kit')]).toEqual([
    'Plan',
    'Configuration value',
    'First aid kit',
  ]);
});
