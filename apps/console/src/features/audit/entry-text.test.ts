import { expect, test } from 'vitest';
import type { AuditLine } from '@callpoint/contract/audit';
import { listChanges } from './entry-changes.ts';
import { actionText, actorText, completeActionText, summarizeChanges, subjectText } from './entry-text.ts';
import { exportFilters } from './export-filters.ts';

const line: AuditLine = {
  id: 1,
  at: '2026-11-21T08:14:07.000Z',
  actor_role: 'admin',
  actor_id: 2,
  actor: 'ada@callpoint.example',
  actor_name: 'Ada Park',
  address: '127.0.0.1',
  action: 'update',
  call: null,
  outcome: 'done',
  subject: 'plan',
  subject_id: 7,
  subject_name: null,
  team_id: null,
  team: null,
  changes: { plan_cost_cents: { old: 2995, new: 3150 } },
  names: {},
  detail: null,
};

test('an entry shows who did what', () => {
  expect(actorText(line)).toBe('Ada Park, ada@callpoint.example (Administrator 2)');
  expect(actorText({ ...line, actor_name: null })).toBe('ada@callpoint.example (Administrator 2)');
  expect(actorText({ ...line, actor_role: 'nobody', actor: null })).toBe('Not logged in');
  expect(actorText({ ...line, actor: null })).toBe('Administrator 2');
  expect(actorText({ ...line, actor_role: 'system', actor_id: null, actor: null })).toBe('System');
  expect(actionText(line)).toBe('Changed: Plan 7');
  const ownLogin = { ...line, action: 'sign in', subject: 'admin', changes: null };
  expect(actionText({ ...ownLogin, subject_id: 2 })).toBe('Logged in: Administrator “Ada Park” (2)');
  expect(actionText({ ...ownLogin, subject_id: 3 })).toBe('Logged in: Administrator 3');
  expect(
    actionText({ ...line, outcome: 'refused', action: 'POST /api/v1/delete/plan', detail: 'answered 409' }),
  ).toBe('Rejected: POST /api/v1/delete/plan (Plan 7, not possible at that moment)');
  const rejected = {
    ...line,
    outcome: 'refused',
    action: 'POST /api/v1/delete/plan',
    call: 'Delete a plan',
    subject_id: null,
  };
  expect(actionText({ ...rejected, detail: 'answered 403, 3 times within the hour' })).toBe(
    'Rejected: Delete a plan (not allowed, 3 times within the hour)',
  );
  expect(actionText({ ...rejected, action: 'GET /api/v1/listPaged/plan', call: 'Plans', detail: null })).toBe(
    'Rejected: View plans',
  );
  expect(
    actionText({
      ...rejected,
      action: 'GET /api/v1/export/plan',
      call: 'Plans as CSV',
      detail: 'answered 403',
    }),
  ).toBe('Rejected: Export plans as CSV (not allowed)');
  expect(
    actionText({ ...rejected, action: 'GET /api/v1/upgradeByAdmin', call: 'Upgrade a subscriber manually' }),
  ).toMatch(/^Rejected: Upgrade a subscriber manually/);
  const login = {
    ...line,
    outcome: 'refused',
    action: 'sign in',
    subject: 'team',
    subject_name: 'Ridgeline',
  };
  expect(actionText({ ...login, detail: 'answered 401' })).toBe(
    'Rejected: Log in (Subscriber “Ridgeline” (7), login not accepted)',
  );
});

test.each([
  [{ subject: 'app_user', detail: 'logged out' }, 'Logged out: App user “Ann Lee” (7)'],
  [
    { subject: 'app_user', detail: 'created an install link' },
    'Created an install link: App user “Ann Lee” (7)',
  ],
  [
    { subject: 'app_user', action: 'sign in', detail: 'with an install link' },
    'Logged in with an install link: App user “Ann Lee” (7)',
  ],
  [
    { subject: 'app_user', action: 'sign in', detail: 'confirmed the password' },
    'Confirmed the password: App user “Ann Lee” (7)',
  ],
  [{ subject: 'app_user', action: 'sign in', detail: '' }, 'Logged in: App user “Ann Lee” (7)'],
  [{ subject: 'app_user', action: 'restore' }, 'Restored: App user “Ann Lee” (7)'],
  [{ subject: 'delivery', subject_id: null, detail: 'Messages released: 3' }, 'Messages released: 3'],
  [{ subject: 'subscription_history', action: 'create' }, 'Added to the subscription history'],
  [{ subject: 'incident', subject_name: null, action: 'export', detail: 'pdf' }, 'Exported: Incident 7, PDF'],
])('%j is shown as %s', (entry, text) => {
  const shown = { ...line, subject_name: 'Ann Lee', changes: null, ...entry };
  expect(completeActionText(shown)).toBe(text);
});

test('an entry of the subscription history shows only its text', () => {
  const changes = {
    changed_on: { old: null, new: '2026-11-21T08:14:07.000Z' },
    descr: { old: null, new: 'Unblocked by an administrator.' },
    actor_role: { old: null, new: 'admin' },
  };
  expect(summarizeChanges({ ...line, action: 'create', subject: 'subscription_history', changes })).toBe(
    'Change: Unblocked by an administrator.',
  );
});

test('a change of the escalation is shown in sentences', () => {
  const policy = { needs_answer: true, steps: [], repeat: { times: 0, every: 5 }, procedure: '' };
  const setting = { ...line, subject: 'settings', subject_name: 'escalation_5' };
  const changes = {
    setting_value: {
      old: JSON.stringify(policy),
      new: JSON.stringify({ ...policy, procedure: 'Go there.' }),
    },
  };
  expect(summarizeChanges({ ...setting, changes })).toBe('Change: Response procedure added.');
  const rules = { quiet_from: '22:00', quiet_until: '06:00', agreed: [] };
  const quiet = {
    setting_value: { old: JSON.stringify(rules), new: JSON.stringify({ ...rules, quiet_from: '21:00' }) },
  };
  expect(summarizeChanges({ ...setting, subject_name: 'voice_rules', changes: quiet })).toBe(
    'Change: Quiet hours: 21:00 to 06:00. Before: 22:00 to 06:00.',
  );
});

test('a deleted record shows its values, and the name that it stored', () => {
  const changes = { app_user_id: { old: 2, new: null }, user_name: { old: 'Tomasz Zieliński', new: null } };
  const names = { app_user_id: { 2: 'Tomasz Renamed' } };
  expect(summarizeChanges({ ...line, action: 'delete', subject: 'button_click', changes, names })).toBe(
    'App user: Tomasz Zieliński (2), and 1 more',
  );
});

test('the first change shows the old and new value; of a new record only the new one', () => {
  expect(summarizeChanges(line)).toBe('Plan cost: $29.95 → $31.50');
  expect(summarizeChanges({ ...line, action: 'create', changes: { a: { old: null, new: 'x' } } })).toBe(
    'A: x',
  );
  expect(summarizeChanges({ ...line, changes: null })).toBe('No value changed');
  expect(summarizeChanges({ ...line, action: 'sign in', changes: null })).toBeNull();
  expect(summarizeChanges({ ...line, changes: { a: { old: '', new: 'x'.repeat(200) } } })).toBe(
    `A: (none) → ${'x'.repeat(80)}…`,
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

test('a record with a name is named, a setting by its label', () => {
  const named = (subject: string, subject_name: string) => actionText({ ...line, subject, subject_name });
  expect(named('team', 'Ridgeline')).toBe('Changed: Subscriber “Ridgeline” (7)');
  expect(named('plan', 'Yearly')).toBe('Changed: Plan “Yearly” (7)');
  expect(named('app_user', 'Ann Lee')).toBe('Changed: App user “Ann Lee” (7)');
  expect(named('settings', 'sms_to_user_message_5')).toBe(
    'Changed: Setting “Lone Worker Emergency: SMS to the user”',
  );
  expect(named('config', 'emergency_number')).toBe('Changed: Configuration value “Emergency number”');
  expect(named('config', 'contact_person')).toBe('Changed: Configuration value “Safety contacts”');
});

test('the details show all values in words', () => {
  const long = 'x'.repeat(200);
  const changed = { ...line, changes: { status: { old: 1, new: 0 }, setting_value: { old: '', new: long } } };
  const isSecret = false;
  expect(listChanges(changed)).toEqual([
    { field: 'Status', old: 'Active', now: 'Blocked', isSecret },
    { field: 'Value', old: null, now: long, isSecret },
  ]);
  const numbers = { setting_value: { old: '+13035550141', new: '+13035550141,+13035550142' } };
  expect(listChanges({ ...line, changes: numbers })).toEqual([
    { field: 'Value', old: '+1 303 555 0141', now: '+1 303 555 0141, +1 303 555 0142', isSecret },
  ]);
});

/** The value of one changed column in words. */
function shownValue(column: string, value: string | number, more: Partial<AuditLine> = {}) {
  const [change] = listChanges({ ...line, ...more, changes: { [column]: { old: null, new: value } } });
  return `${change?.field}: ${change?.now}`;
}

test('days, times and other records are shown in words', () => {
  expect(shownValue('plan_expires_at', '2026-12-31T23:59:59.999Z')).toBe('Upgrade ends: Dec 31, 2026');
  expect(shownValue('closed_at', '2026-11-21T08:14:07.000Z')).toMatch(
    /^Handled: Nov 21, 2026, \d+:14:07 [AP]M /,
  );
  expect(shownValue('plan_id', 3, { names: { plan_id: { 3: 'Yearly' } } })).toBe('Plan: Yearly');
  expect(shownValue('plan_id', 3)).toBe('Plan: 3');
  expect(shownValue('app_user_id', 4, { names: { app_user_id: { 4: 'Ann Lee' } } })).toBe(
    'App user: Ann Lee (4)',
  );
  expect(shownValue('team_id', 6, { team_id: 5, team: 'Ridgeline' })).toBe('Subscriber: 6');
  expect(shownValue('button_id', 5)).toBe('Button: Lone Worker Emergency');
  expect(shownValue('f_id', 3)).toBe('Form: Need a Safety Product');
  expect(shownValue('opened_by', 'team')).toBe('Opened by: Subscriber');
  expect(shownValue('state', 'held')).toBe('Status: Held');
});

test('the subscriber of an entry is not among its changes', () => {
  const deleted = { ...line, action: 'delete', team_id: 5, team: 'Ridgeline' } as const;
  const changes = { team_id: { old: 5, new: null }, name: { old: 'Ann Lee', new: null } };
  expect(listChanges({ ...deleted, changes }).map(({ field }) => field)).toEqual(['Name']);
});

test('the value of a setting is shown like on its page', () => {
  const value = (subject_name: string, text: string) => shownValue('setting_value', text, { subject_name });
  expect(value('btn_5_mode', 'no')).toBe('Value: Disabled');
  expect(value('mail_to_user_5', 'no')).toBe('Value: No');
  const people = [
    { name: 'Ann Lee', phone: '+12025550143', email: '' },
    { name: '', phone: '', email: '' },
    { name: 'Bo', phone: '', email: 'bo@example.com' },
  ];
  expect(value('contact_person', JSON.stringify(people))).toBe(
    'Value: Ann Lee (+1 202 555 0143); Bo (bo@example.com)',
  );
});

test('stored locations and consents are shown in words', () => {
  const here = { lat: 39.744, lng: -104.838508, accuracy: 4.5, at: null };
  expect(shownValue('location', JSON.stringify(here))).toBe('Location: 39.744, -104.83851, within 5 m');
  expect(shownValue('earlier_locations', JSON.stringify([here, { lat: 1, lng: 2 }]))).toBe(
    'Earlier locations: 39.744, -104.83851, within 5 m; 1, 2',
  );
  const consent = { at: '2026-11-21T08:14:07.000Z', by: { role: 'team', id: 1 }, number: '+12025550143' };
  expect(shownValue('sms_consent', JSON.stringify(consent))).toMatch(
    /^Consent to SMS: Agreed to SMS at \+1 202 555 0143 on Nov 21, 2026/,
  );
});

test('a resent message shows why it failed and only the response of the provider', () => {
  const resent = (code: string, params: object) =>
    listChanges({
      ...line,
      subject: 'delivery',
      changes: {
        reason_code: { old: code, new: null },
        reason_params: { old: JSON.stringify(params), new: null },
      },
    });
  const rest = { now: null, isSecret: false };
  expect(
    resent('mailbox-unknown', { providerText: '550 5.1.1 No such user', givenUpAfterHours: 24 }),
  ).toEqual([
    { field: 'Reason', old: 'The mailbox does not exist.', ...rest },
    { field: 'Provider response', old: '550 5.1.1 No such user', ...rest },
  ]);
  expect(resent('not-configured', { limit: 3 })).toEqual([
    { field: 'Reason', old: 'Not configured', ...rest },
  ]);
});

test('a changed password is named without a value', () => {
  const changes = { password_hash: { old: 'not shown', new: 'not shown' } };
  expect(summarizeChanges({ ...line, changes })).toBe('Password changed');
});

test('an export shows its filters and its order in words', () => {
  const detail = [
    'sort=created_at desc, filter_button_id=5, filter_team_id=1, filter_messages=failed, filter_search=ann, lee',
    'filter_from=2026-11-01T00:00:00.000Z',
  ].join(', ');
  const exported = { ...line, action: 'export', subject: 'button_click', subject_id: null, changes: null };
  const filtered = { ...exported, detail, team_id: 1, team: 'Ridgeline' };
  expect(exportFilters(filtered)).toEqual([
    { label: 'Button', value: 'Lone Worker Emergency' },
    { label: 'Subscriber', value: 'Ridgeline 1' },
    { label: 'Messages', value: 'Failed' },
    { label: 'Search', value: '“ann, lee”' },
    { label: 'From', value: expect.stringMatching(/^(Oct 31|Nov 1), 2026, /) },
    { label: 'Order', value: 'Created, newest first' },
  ]);
  expect(actionText(filtered)).toBe('Exported: Button presses');
  const plans = { ...exported, subject: 'plan', detail: 'sort=plan_cost asc, filterin_id=1,2' };
  expect(completeActionText(plans)).toBe(
    'Exported: Plans; Only the rows: 1, 2; Order: Plan cost, lowest first',
  );
  expect(exportFilters({ ...plans, action: 'update' })).toEqual([]);
});
