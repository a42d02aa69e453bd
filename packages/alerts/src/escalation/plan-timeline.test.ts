import { CHANNEL, CHANNELS, perChannel } from '@callpoint/contract/channels/channels';
import {
  DEFAULT_VOICE_RULES,
  type EscalationPolicy,
  type StepRecipient,
} from '@callpoint/contract/escalation';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlannedMessage } from '../plan/messages.ts';
import { skipText } from '../plan/skip-reasons.ts';
import { withAnswerLine } from './answer-line.ts';
import { planTimeline, type TimelineInput } from './plan-timeline.ts';

const lists = (email: string, phone: string) =>
  perChannel((channel) => (CHANNEL[channel].addressKind === 'email' ? email : phone));

const FIRST: PlannedMessage[] = [
  withAnswerLine({
    channel: 'email',
    role: 'team',
    address: 'boss@example.com',
    subject: 'Help',
    text: 'Ann Lee needs help',
    html: '',
    skipped: null,
  }),
];

const step = (
  after: number,
  to: StepRecipient['kind'],
  by: EscalationPolicy['steps'][number]['by'] = ['email'],
) => ({
  after,
  to: [{ kind: to } as StepRecipient],
  by,
});

function dryRun(changed: Partial<TimelineInput> = {}, policy: Partial<EscalationPolicy> = {}): TimelineInput {
  return {
    buttonId: 5,
    policy: {
      needs_answer: true,
      steps: [step(3, 'team', ['sms']), step(10, 'consultancy'), step(15, 'owner')],
      repeat: { times: 0, every: 30 },
      procedure: 'Call the person.',
      ...policy,
    },
    first: FIRST,
    press: {
      user: { name: 'Ann Lee', email: 'ann@example.com', phone: '+1 202 555 0143' },
      at: '2026-11-25T18:00:00.000Z',
      place: '40.7128, -74.006',
      mapUrl: null,
    },
    directory: {
      team: lists('boss@example.com', '+13035550141'),
      contacts: [],
      owner: { name: 'Bo Stone', email: 'boss@example.com', phone: '+1 202 555 0100' },
      consultancy: { enabled: perChannel(() => true), lists: lists('help@consult.example', '') },
      administrators: [{ name: 'Ada', email: 'ada@callpoint.example' }],
      people: [],
    },
    rules: DEFAULT_VOICE_RULES,
    zone: 'America/Denver',
    isDrill: false,
    smsCountries: null,
    stopped: new Set(),
    subscribed: new Set(),
    isConfigured: () => true,
    ...changed,
  };
}

const summarize = (input: TimelineInput) => {
  const { runs, unansweredAfter } = planTimeline(input);
  const lines = runs.map(({ after, messages }) =>
    [
      after,
      ...messages.map((message) => {
        const { channel, role, address, skipped } = message;
        return `${channel} ${role} ${address}${skipped ? skipText(message, skipped) : ''}`;
      }),
    ].join(' | '),
  );
  return [...lines, `${unansweredAfter}`];
};

test('each step at its time, then the administrators', () => {
  expect(summarize(dryRun())).toEqual([
    '0 | email team boss@example.com',
    '3 | sms team +13035550141',
    '10 | email consultancy help@consult.example',
    '15 | email owner boss@example.com',
    '20',
  ]);
  const [, call] = planTimeline(dryRun()).runs;
  expect(call?.messages[0]?.text).toMatch(/^Lone Worker Emergency: Ann Lee, 3 minutes ago\..*\nReply 1/);
});

test('a step that reaches no one is followed by the next one immediately', () => {
  const input = dryRun({ stopped: new Set(['+13035550141']) });
  expect(summarize(input)).toEqual([
    '0 | email team boss@example.com',
    '3 | sms team +13035550141This number replied STOP, so it gets no SMS until it replies START.',
    '3 | email consultancy help@consult.example',
    '8 | email owner boss@example.com',
    '13',
  ]);
  expect(
    summarize(dryRun({ isConfigured: (channel) => channel !== 'email' })).map((line) => line.split(' ')[0]),
  ).toEqual(['0', '0', '7', '7', '7']);
});

test('a push message is promised only to an account that receives notifications, and nobody else is waited for', () => {
  const { directory } = dryRun();
  const owner = { ...directory.owner, push: 'team:1' };
  const policy = { steps: [step(3, 'owner', ['push']), step(10, 'team', ['sms'])] };
  const input = dryRun({ directory: { ...directory, owner } }, policy);
  expect(summarize(input)).toEqual([
    '0 | email team boss@example.com',
    '3 | push owner team:1No browser or phone of this person receives notifications.',
    '3 | sms team +13035550141',
    '8',
  ]);
  expect(summarize({ ...input, subscribed: new Set(['team:1']) })).toEqual([
    '0 | email team boss@example.com',
    '3 | push owner team:1',
    '10 | sms team +13035550141',
    '15',
  ]);
});

test('a step that only sends push messages to the consultancy is not waited for', () => {
  const push = [step(3, 'consultancy', ['push']), step(10, 'team', ['sms'])];
  expect(summarize(dryRun({}, { steps: push }))).toEqual([
    '0 | email team boss@example.com',
    '3 | push consultancy The safety consultancy has no account, so it can’t get push notifications.',
    '3 | sms team +13035550141',
    '8',
  ]);
  // Nothing failed: the messages of the press arrived.
  expect(planTimeline(dryRun({}, { steps: push })).runs[2]?.messages[0]?.text).toContain(
    'No one has acknowledged it yet.',
  );
  // Where the consultancy is off, the push message changes nothing about that.
  const { directory } = dryRun();
  const consultancy = { ...directory.consultancy, enabled: perChannel(() => false) };
  const both = [step(3, 'consultancy', ['email', 'push']), step(10, 'team', ['sms'])];
  const input = dryRun({ directory: { ...directory, consultancy } }, { steps: both });
  expect(summarize(input).map((line) => line.split(' ')[0])).toEqual(['0', '3', '10', '15']);
});

test('a step that leaves out the consultancy takes no time from the people of the step before it', () => {
  const { directory } = dryRun();
  const consultancy = { ...directory.consultancy, enabled: perChannel(() => false) };
  const input = dryRun({ directory: { ...directory, consultancy } });
  const timesOf = (given: TimelineInput) => summarize(given).map((line) => line.split(' ')[0]);
  expect(timesOf(input)).toEqual(['0', '3', '10', '15', '20']);
  // Nobody was reached before it, so that nobody is waited for.
  expect(timesOf({ ...input, stopped: new Set(['+13035550141']) })).toEqual(['0', '3', '3', '3', '8']);
});

test('repeats start again with the safety team; from the second on they are not listed, but they count', () => {
  const input = dryRun({}, { steps: [step(3, 'owner')], repeat: { times: 3, every: 10 } });
  expect(summarize(input)).toEqual([
    '0 | email team boss@example.com',
    '3 | email owner boss@example.com',
    '10 | email team boss@example.com | sms team +13035550141',
    '13 | email owner boss@example.com',
    '38',
  ]);
});

test('every text of a drill starts with DRILL, and the consultancy is not notified', () => {
  const { runs } = planTimeline(dryRun({ isDrill: true, first: [] }));
  const messages = runs.flatMap((run) => run.messages);
  for (const { subject, text } of messages) expect(subject ?? text).toMatch(/^DRILL/);
  expect(messages.find(({ role }) => role === 'consultancy')?.skipped).toEqual({ code: 'drill' });
});

test('the first messages of a drill that leave out everyone are not waited for, like those of a drill that has none', () => {
  const drill = { code: 'drill' } as const;
  const first = FIRST.map((message) => ({ ...message, role: 'consultancy' as const, skipped: drill }));
  const startsOf = (input: TimelineInput) => planTimeline(input).runs.map(({ after }) => after);
  expect(startsOf(dryRun({ isDrill: true, first }))).toEqual(startsOf(dryRun({ isDrill: true, first: [] })));
  expect(startsOf(dryRun({ isDrill: true, first }))[1]).toBe(0);
});

test('a press that needs no answer has only its own messages', () => {
  expect(summarize(dryRun({}, { needs_answer: false }))).toEqual(['0 | email team boss@example.com', 'null']);
});

const anyPolicy: fc.Arbitrary<Partial<EscalationPolicy>> = fc.record({
  steps: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }).chain((times) =>
    fc.tuple(
      ...times
        .toSorted((one, other) => one - other)
        .map((after) =>
          fc.record({
            after: fc.constant(after),
            to: fc.constantFrom<StepRecipient[]>(
              [{ kind: 'team' }],
              [{ kind: 'contacts' }],
              [{ kind: 'owner' }, { kind: 'consultancy' }],
            ),
            by: fc.shuffledSubarray([...CHANNELS], { minLength: 1 }),
          }),
        ),
    ),
  ),
  repeat: fc.record({ times: fc.integer({ min: 0, max: 3 }), every: fc.integer({ min: 61, max: 90 }) }),
});

test('for any policy, steps are in order, never late, and on time if each reaches someone', () => {
  fc.assert(
    fc.property(anyPolicy, fc.boolean(), (policy, isDrill) => {
      const { runs, unansweredAfter } = planTimeline(dryRun({ isDrill }, policy));
      let before = 0;
      for (const { after, planned } of runs) {
        expect(after).toBeGreaterThanOrEqual(before);
        expect(after).toBeLessThanOrEqual(planned);
        before = after;
      }
      expect(unansweredAfter).toBeGreaterThanOrEqual(before);
      const allReach = runs.every(({ messages }) => messages.some(({ skipped }) => skipped === null));
      if (allReach) expect(runs.map(({ after }) => after)).toEqual(runs.map(({ planned }) => planned));
    }),
  );
});
