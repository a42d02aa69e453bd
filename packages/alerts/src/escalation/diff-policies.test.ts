import { CHANNELS } from '@callpoint/contract/channels/channels';
import {
  defaultPolicy,
  DEFAULT_VOICE_RULES,
  type EscalationPolicy,
  type EscalationStep,
  type StepRecipient,
  type VoiceRules,
} from '@callpoint/contract/escalation';
import { RECIPIENT_GROUPS } from '@callpoint/contract/escalation-terms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toReadable } from '../sms/phone-numbers.ts';
import * as diffs from './diff-policies.ts';

const readable = (number: string) => toReadable(number) ?? number;
const diffPolicies = (before: EscalationPolicy, after: EscalationPolicy) =>
  diffs.diffPolicies(before, after, readable);
const diffVoiceRules = (before: VoiceRules, after: VoiceRules) =>
  diffs.diffVoiceRules(before, after, readable);

const MARIA: StepRecipient = { kind: 'person', name: 'Maria Ortiz', email: '', phone: '+13035550141' };
const TEAM: StepRecipient = { kind: 'team' };
const policy = (...steps: EscalationStep[]): EscalationPolicy => ({
  needs_answer: true,
  steps,
  repeat: { times: 0, every: 60 },
  procedure: '',
});
const step = (after: number, to: StepRecipient[] = [TEAM], by: EscalationStep['by'] = ['sms']) => ({
  after,
  to,
  by,
});

test('a person or a group that is removed from a step, or added to it', () => {
  expect(diffPolicies(policy(step(3, [TEAM, MARIA])), policy(step(3)))).toEqual([
    'After 3 minutes Maria Ortiz is no longer notified.',
  ]);
  expect(diffPolicies(policy(step(1)), policy(step(1, [TEAM, { kind: 'contacts' }])))).toEqual([
    'After 1 minute the safety contacts are also notified.',
  ]);
  expect(
    diffPolicies(policy(step(3, [MARIA])), policy(step(3, [{ ...MARIA, phone: '+13035550142' }]))),
  ).toEqual(['After 3 minutes Maria Ortiz is notified at: +1 303 555 0142. Before: +1 303 555 0141.']);
});

test('entries of one name are told apart by their addresses', () => {
  const other = { ...MARIA, phone: '+13035550142' };
  const third = { ...MARIA, phone: '', email: 'maria@example.com' };
  const both = policy(step(3, [TEAM, MARIA, other]));
  const one = policy(step(3, [TEAM, MARIA]));
  expect(diffPolicies(both, one)).toEqual([
    'After 3 minutes Maria Ortiz (+1 303 555 0142) is no longer notified.',
  ]);
  expect(diffPolicies(one, both)).toEqual([
    'After 3 minutes Maria Ortiz (+1 303 555 0142) is also notified.',
  ]);
  expect(diffPolicies(policy(step(3)), both)).toEqual([
    'After 3 minutes Maria Ortiz (+1 303 555 0141) is also notified.',
    'After 3 minutes Maria Ortiz (+1 303 555 0142) is also notified.',
  ]);
  expect(diffPolicies(both, policy(step(3, [TEAM, MARIA, third])))).toEqual([
    'After 3 minutes Maria Ortiz is notified at: maria@example.com. Before: +1 303 555 0142.',
  ]);
  expect(diffPolicies(both, policy(step(3, [TEAM, third])))).toEqual([
    'After 3 minutes Maria Ortiz (+1 303 555 0142) is no longer notified.',
    'After 3 minutes Maria Ortiz is notified at: maria@example.com. Before: +1 303 555 0141.',
  ]);
  expect(diffPolicies(policy(step(3, [MARIA, MARIA])), policy(step(3, [MARIA])))).toEqual([
    'After 3 minutes a repeated entry of Maria Ortiz was removed.',
  ]);
});

test('a step that is moved while its person is replaced is not a move of the old one', () => {
  const other = { ...MARIA, phone: '+13035550142' };
  expect(diffPolicies(policy(step(3, [MARIA])), policy(step(5, [other])))).toEqual([
    'Step after 3 minutes removed: SMS to Maria Ortiz (+1 303 555 0141).',
    'Step after 5 minutes added: SMS to Maria Ortiz (+1 303 555 0142).',
  ]);
  // Of two steps with the same name, the one that stayed the same was moved.
  expect(diffPolicies(policy(step(3, [MARIA]), step(6, [other])), policy(step(4, [other])))).toEqual([
    'Step after 3 minutes removed: SMS to Maria Ortiz (+1 303 555 0141).',
    'The step after 6 minutes starts after 4 minutes now: SMS to Maria Ortiz (+1 303 555 0142).',
  ]);
});

test('steps that are added, removed or moved', () => {
  expect(diffPolicies(policy(), policy(step(6, [{ kind: 'contacts' }])))).toEqual([
    'Step after 6 minutes added: SMS to the safety contacts.',
  ]);
  expect(diffPolicies(policy(step(3), step(6, [MARIA], ['email', 'sms'])), policy(step(3)))).toEqual([
    'Step after 6 minutes removed: email and SMS to Maria Ortiz.',
  ]);
  expect(diffPolicies(policy(step(3)), policy(step(5)))).toEqual([
    'The step after 3 minutes starts after 5 minutes now: SMS to the safety team.',
  ]);
});

test('channels, repeats, the procedure and whether an answer is needed', () => {
  const before = policy(step(3));
  const after: EscalationPolicy = {
    needs_answer: false,
    steps: [step(3, [TEAM], ['email'])],
    repeat: { times: 2, every: 20 },
    procedure: 'Call 911.',
  };
  expect(diffPolicies(before, after)).toEqual([
    'A press no longer needs an answer.',
    'After 3 minutes no SMS to the safety team any longer.',
    'After 3 minutes also emails to the safety team.',
    'The steps are repeated 2 times, every 20 minutes. Before: not at all.',
    'Response procedure added.',
  ]);
  expect(diffPolicies(after, before)).toContain('The steps are no longer repeated.');
});

test('voice rules', () => {
  const after = { quiet_from: '22:00', quiet_until: '06:00', agreed: ['+13035550141'] };
  expect(diffVoiceRules(DEFAULT_VOICE_RULES, after)).toEqual([
    'Quiet hours: 22:00 to 06:00. Before: 21:00 to 07:00.',
    '+1 303 555 0141 agreed to calls.',
  ]);
  expect(diffVoiceRules(after, { ...after, agreed: [] })).toEqual([
    '+1 303 555 0141 no longer agrees to calls.',
  ]);
  expect(diffVoiceRules(after, after)).toEqual([]);
});

const anyRecipient: fc.Arbitrary<StepRecipient> = fc.oneof(
  fc.constantFrom(...RECIPIENT_GROUPS).map((kind) => ({ kind })),
  fc.record({
    kind: fc.constant('person' as const),
    name: fc.constantFrom('Maria', 'Kim'),
    email: fc.constantFrom('', 'a@example.com'),
    phone: fc.constantFrom('', '+13035550141'),
  }),
);
const anyPolicy: fc.Arbitrary<EscalationPolicy> = fc.record({
  needs_answer: fc.boolean(),
  steps: fc
    .uniqueArray(
      fc.record({
        after: fc.integer({ min: 1, max: 8 }),
        to: fc.array(anyRecipient, { minLength: 1, maxLength: 4 }),
        by: fc.shuffledSubarray([...CHANNELS], { minLength: 1 }),
      }),
      { selector: ({ after }) => after, maxLength: 4 },
    )
    .map((steps) => steps.toSorted((one, other) => one.after - other.after)),
  repeat: fc.record({ times: fc.integer({ min: 0, max: 2 }), every: fc.integer({ min: 9, max: 11 }) }),
  procedure: fc.constantFrom('', 'Call.', 'Run.'),
});

test('two policies have differences exactly if they differ, and each is a sentence', () => {
  fc.assert(
    fc.property(anyPolicy, anyPolicy, (before, after) => {
      expect(diffPolicies(before, structuredClone(before))).toEqual([]);
      const found = diffPolicies(before, after);
      expect(found.length > 0).toBe(JSON.stringify(before) !== JSON.stringify(after));
      for (const sentence of found) expect(sentence).toMatch(/^[A-Z+].*\.$/);
      expect(found.join(' ')).not.toMatch(/undefined|\[object/);
    }),
  );
  expect(diffPolicies(defaultPolicy(1), defaultPolicy(5)).length).toBeGreaterThan(3);
});
