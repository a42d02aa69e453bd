import { defaultPolicy } from '@callpoint/contract/escalation';
import type { IncidentDetails, IncidentEvent, IncidentMessage } from '@callpoint/contract/incidents';
import { expect, test } from 'vitest';
import { nextStepText, startsEarly } from '../next-step.ts';
import { listEntries } from './list-entries.ts';
import { listRecipients } from './list-recipients.ts';
import { listSteps, sentText } from './list-steps.ts';

const PRESSED = '2026-11-21T09:14:05.000Z';
const at = (minutes: number) => new Date(Date.parse(PRESSED) + minutes * 60_000).toISOString();

const message = (overrides: Partial<IncidentMessage>): IncidentMessage => ({
  delivery_id: 1,
  run: 0,
  channel: 'sms',
  role: 'team',
  person: 1,
  name: 'Maria Ortiz',
  address: '+13035550141',
  state: 'sent',
  reason: null,
  created_at: PRESSED,
  sent_at: at(0),
  delivered_at: null,
  answer: null,
  answered_at: null,
  is_owner: false,
  ...overrides,
});

const event = (overrides: Partial<IncidentEvent>): IncidentEvent => ({
  seq: 1,
  at: PRESSED,
  kind: 'opened',
  actor: null,
  data: {},
  hash: '',
  ...overrides,
});

const incident = (overrides: Partial<IncidentDetails> = {}): IncidentDetails => ({
  id: 1,
  team_id: 1,
  account_name: 'Ridgeline Builders',
  button_click_id: 1,
  button_id: 5,
  is_drill: false,
  is_mine: false,
  emergency_number: '911',
  upcoming: [],
  state: 'open',
  opened_at: PRESSED,
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
  closed_at: null,
  outcome: null,
  safe_at: null,
  unanswered_at: null,
  is_unnotified: false,
  next_step_at: at(6),
  location: null,
  app_user: { id: 1, name: 'Ann Lee', email: '', phone: '' },
  note: '',
  has_record: true,
  policy: {
    ...defaultPolicy(5),
    steps: [
      { after: 3, to: [{ kind: 'team' }], by: ['sms'] },
      { after: 6, to: [{ kind: 'contacts' }], by: ['email', 'sms'] },
      { after: 10, to: [{ kind: 'consultancy' }], by: ['email'] },
    ],
    repeat: { times: 0, every: 20 },
  },
  run: 1,
  earlier_locations: [],
  events: [
    event({}),
    event({ seq: 2, at: at(2), kind: 'step', data: { run: 1, reason: 'undelivered', messages: 1 } }),
  ],
  messages: [message({}), message({ delivery_id: 2, run: 1, state: 'failed' })],
  ...overrides,
});

test('steps that started have their times and counts, the next one its time, and later ones follow it', () => {
  const steps = listSteps(incident());
  expect(steps.map(({ status, at: time, counts }) => [status, time, counts])).toEqual([
    ['done', PRESSED, '1 sent'],
    ['current', at(2), '1 failed'],
    ['next', at(6), ''],
    ['later', at(10), ''],
  ]);
  expect(steps[1]?.early).toMatch(/^Started early: no message/);
});

test('the steps of a drill promise nothing to the groups that drills leave out', () => {
  const steps = listSteps(
    incident({
      is_drill: true,
      policy: {
        ...defaultPolicy(5),
        steps: [
          { after: 3, to: [{ kind: 'team' }], by: ['sms'] },
          { after: 6, to: [{ kind: 'contacts' }, { kind: 'administrators' }], by: ['email'] },
          { after: 10, to: [{ kind: 'consultancy' }], by: ['email'] },
        ],
        repeat: { times: 0, every: 20 },
      },
    }),
  );
  expect(steps.slice(2).map(({ who, status, at: time }) => [who, status, time])).toEqual([
    ['The safety contacts: Email', 'next', at(6)],
    ['The safety consultancy: Email', 'leftOut', null],
  ]);
});

test('held messages of a step are counted as held, not as failed', () => {
  const messages = [
    message({}),
    message({ delivery_id: 2, state: 'held' }),
    message({ delivery_id: 3, state: 'failed' }),
  ];
  expect(listSteps(incident({ messages }))[0]?.counts).toBe('1 sent · 1 failed · 1 held');
});

test('the messages to the person in danger are counted separately from those to helpers', () => {
  const messages = [
    message({}),
    message({ delivery_id: 2, state: 'failed' }),
    message({ delivery_id: 3, role: 'user' }),
    message({ delivery_id: 4, state: 'skipped' }),
  ];
  expect(listSteps(incident({ messages }))[0]?.counts).toBe(
    '1 sent · 1 failed · 1 skipped · 1 sent to the app user',
  );
  expect(sentText(messages)).toBe('1 of 2 messages to helpers sent · 1 of 1 to the app user');
  expect(sentText([])).toBe('0 of 0 messages to helpers sent');
});

test('after an acknowledgment no further step starts', () => {
  const steps = listSteps(incident({ state: 'acknowledged', next_step_at: null }));
  expect(steps.map(({ status }) => status)).toEqual(['done', 'done', 'stopped', 'stopped']);
});

test('names the recipients of the next step, or what follows the last one', () => {
  const now = Date.parse(PRESSED);
  expect(nextStepText(incident(), now)).toMatch(
    /^If no one acknowledges by \d+:20 [AP]M, the safety contacts are notified by (SMS|email|voice call)( and by (SMS|email|voice call))?\.$/,
  );
  expect(nextStepText(incident({ run: 3 }), now)).toMatch(/the administrators get an alarm\.$/);
  expect(nextStepText(incident({ run: 3, is_drill: true }), now)).not.toContain('administrators');
  expect(nextStepText(incident({ unanswered_at: at(20), next_step_at: null }), now)).toContain(
    'The administrators get an alarm. Someone must close this incident.',
  );
  const unnotified = incident({ unanswered_at: at(20), next_step_at: null, is_unnotified: true });
  expect(nextStepText(unnotified, now)).toContain('reached no one. Only the administrators get an alarm.');
});

test('the next step starts early when no message has reached anyone and none still can', () => {
  const now = Date.parse(PRESSED);
  const messages = (['failed', 'held', 'skipped'] as const).map((state) => message({ state }));
  const unnotified = incident({ is_unnotified: true, messages });
  expect(nextStepText(unnotified, now)).toBe(
    'No message has reached anyone, so the next step starts in a few seconds.',
  );
  expect(nextStepText({ ...unnotified, run: 3 }, now)).toBe(
    'No message has reached anyone, so the escalation ends in a few seconds.',
  );
  const timeOfNext = (one: IncidentDetails) => listSteps(one).find(({ status }) => status === 'next')?.at;
  expect(timeOfNext(unnotified)).toBeNull();
  const waiting = { ...unnotified, messages: [...messages, message({ state: 'pending' })] };
  expect(timeOfNext(waiting)).not.toBeNull();
  expect(nextStepText(waiting, now)).toMatch(/^If no one acknowledges by/);
  expect(nextStepText({ ...unnotified, is_unnotified: false }, now)).toMatch(/^If no one acknowledges by/);
  // The person who pressed is no helper, and news are not part of the escalation.
  const toPerson = message({ state: 'pending', role: 'user' });
  expect(startsEarly({ ...unnotified, messages: [toPerson, message({ state: 'pending', run: null })] })).toBe(
    true,
  );
});

test('the next step does not claim that the safety consultancy is notified where it is off', () => {
  expect(nextStepText(incident({ run: 2 }), Date.parse(PRESSED))).toMatch(
    /, the safety consultancy \(if it is on for this button\) is notified by \w+\.$/,
  );
});

test('a step that cannot reach anyone says so before it is due', () => {
  const step = { after: 6, to: [{ kind: 'contacts' as const }], by: ['sms' as const, 'voice' as const] };
  const steps = [{ ...step, after: 3, to: [{ kind: 'team' as const }] }, step];
  const policy = { ...defaultPolicy(5), steps, repeat: { times: 0, every: 20 } };
  const problem = 'Voice calls are not configured on this server.';
  const waiting = incident({
    run: 0,
    policy,
    upcoming: [
      { run: 1, by: [], problem, lacks_contacts: true },
      { run: 2, by: ['sms'], problem: '', lacks_contacts: false },
    ],
  });
  const now = Date.parse(PRESSED);
  expect(nextStepText(waiting, now)).toMatch(
    /^The step at \d+:20 [AP]M can’t reach anyone\. Voice calls are not .+ Acknowledge the incident, or call someone yourself\.$/,
  );
  expect(listSteps(waiting).map((one) => [one.problem, one.lacksContacts])).toEqual([
    ['', false],
    [problem, true],
    ['', false],
  ]);
  expect(
    nextStepText(
      { ...waiting, upcoming: [{ run: 1, by: ['sms'], problem: '', lacks_contacts: false }] },
      now,
    ),
  ).toMatch(/the safety team is notified by SMS\.$/);
  expect(
    nextStepText({ ...waiting, upcoming: [{ run: 1, by: [], problem, lacks_contacts: false }] }, now),
  ).toMatch(/^No later step can reach anyone/);
});

test('the next step of a drill does not claim to notify a group that drills leave out', () => {
  const now = Date.parse(at(1));
  const { steps } = defaultPolicy(5);
  const step = { ...steps[0], after: 3, by: ['email' as const] };
  const drill = (...kinds: ('consultancy' | 'contacts')[]) =>
    incident({
      run: 0,
      is_drill: true,
      policy: { ...defaultPolicy(5), steps: [{ ...step, to: kinds.map((kind) => ({ kind })) }] },
    });
  expect(nextStepText(drill('consultancy', 'contacts'), now)).toMatch(
    /^If no one acknowledges by \d+:20 [AP]M, the safety contacts are notified by (SMS|email|voice call)( and by (SMS|email|voice call))?\.$/,
  );
  expect(nextStepText(drill('consultancy'), now)).toMatch(
    /^The step at \d+:20 [AP]M notifies no one, because this is a drill\.$/,
  );
});

test('recipients have the newest message of each channel, and their newest answer', () => {
  const { channels, rows } = listRecipients([
    message({ answer: 'cannot', answered_at: at(1) }),
    message({ delivery_id: 2, channel: 'email', address: 'maria@work.example' }),
    message({ delivery_id: 3, run: 1, answer: 'have', answered_at: at(2) }),
    message({ delivery_id: 4, person: 2, answer: 'cannot', answered_at: at(3) }),
    message({ delivery_id: 5, role: 'admin', person: 3, name: null, address: '', channel: 'email' }),
    message({ delivery_id: 6, role: 'admin', person: 4, name: null, address: '', channel: 'email' }),
  ]);
  expect(channels).toEqual(['email', 'sms']);
  // Two people may have the same name.
  expect(rows.map(({ name }) => name)).toEqual(['Maria Ortiz', 'Maria Ortiz', 'An administrator']);
  expect(rows[0]?.cells.get('sms')).toMatchObject({ newest: { delivery_id: 3 }, others: 1 });
  expect(rows[0]?.answer?.answer).toBe('have');
});

test('news do not hide whether a recipient was notified of the press', () => {
  const { rows } = listRecipients([
    message({ state: 'sent' }),
    message({ delivery_id: 2, run: null, state: 'held' }),
    message({ delivery_id: 3, person: 2, run: null, state: 'held' }),
  ]);
  const cells = rows.map(({ cells: own }) => own.get('sms'));
  expect(cells).toMatchObject([
    { newest: { delivery_id: 1, state: 'sent' }, others: 1 },
    { newest: { delivery_id: 3 }, others: 0 },
  ]);
});

test('only the owner has the incident: others who answered the same can help', () => {
  const have = { answer: 'have', answered_at: at(2) } as const;
  const { rows } = listRecipients([
    message({ ...have, is_owner: true }),
    message({ ...have, delivery_id: 2, person: 2, name: 'Kim Lee' }),
    message({ delivery_id: 3, person: 3, name: 'Pat Gray', answer: 'cannot', answered_at: at(3) }),
  ]);
  expect(rows.map(({ name, answer }) => [name, answer?.answer])).toEqual([
    ['Maria Ortiz', 'owner'],
    ['Kim Lee', 'have'],
    ['Pat Gray', 'cannot'],
  ]);
  const data = { answer: 'have', is_offer: true };
  const events = [
    event({ seq: 2, kind: 'answered', data: { ...data, eta_minutes: null } }),
    event({ seq: 3, kind: 'answered', data: { ...data, eta_minutes: 20 } }),
  ];
  expect(listEntries(incident({ events, messages: [] })).map(({ what }) => what)).toEqual([
    'can help, too, and would be there in 20 minutes',
    'can help, too',
  ]);
});

test('the timeline says that a check-in was not answered, where nobody pressed', () => {
  const opened = event({ data: { is_drill: false, check_in: true } });
  const [entry] = listEntries(incident({ events: [opened], messages: [] }));
  expect(entry?.what).toBe('A check-in was not answered, so the server raised the emergency');
});

test('a location in the timeline of the server is listed once, with its accuracy', () => {
  const location = { lat: 1, lng: 1, accuracy: 8.4, at: at(1) };
  const entries = listEntries(
    incident({
      earlier_locations: [{ lat: 1, lng: 1, at: at(0) }],
      location,
      events: [event({}), event({ seq: 2, at: at(1), kind: 'moved', data: { location } })],
      messages: [],
    }),
  );
  expect(entries.map(({ what, detail }) => [what, detail])).toEqual([
    ['The phone sent a better location', 'within 8 m'],
    ['Pressed', ''],
  ]);
});

test('the timeline has events, messages and locations, newest first', () => {
  const entries = listEntries(
    incident({
      earlier_locations: [{ lat: 1, lng: 1, at: at(0) }],
      location: { lat: 1, lng: 1, accuracy: 8, at: at(1) },
      events: [
        event({}),
        event({ seq: 2, at: at(4), kind: 'answered', data: { answer: 'have', eta_minutes: 10 } }),
      ],
      messages: [message({ delivered_at: at(3) })],
    }),
  );
  expect(entries.map(({ what }) => what)).toEqual([
    'has it, and will be there in 10 minutes',
    'SMS to Maria Ortiz',
    'The phone sent a better location',
    'Pressed',
  ]);
});
