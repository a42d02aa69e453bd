import { defaultPolicy, escalationPolicy } from '@callpoint/contract/escalation';
import { expect, test } from 'vitest';
import {
  readDraft,
  typedNumber,
  withChannel,
  withGroup,
  withMovedStep,
  withNewStep,
  type DraftStep,
} from './policy-draft.ts';

const step = (after: number, kind: 'team' | 'owner'): DraftStep => ({ after, to: [{ kind }], by: ['sms'] });

test('a policy that is read and written again is unchanged', () => {
  const value = JSON.stringify(defaultPolicy(5));
  expect(JSON.stringify(readDraft(value))).toBe(value);
  expect(readDraft('no policy')).toBeNull();
  expect(readDraft('{}')).toBeNull();
});

test('a new step is valid, and later than the last one', () => {
  const steps = withNewStep([step(3, 'team')]);
  expect(steps.map(({ after }) => after)).toEqual([3, 8]);
  expect(escalationPolicy.safeParse({ ...defaultPolicy(1), steps }).success).toBe(true);
});

test('a moved step changes places with its neighbor, and the times stay in order', () => {
  expect(withMovedStep([step(3, 'team'), step(6, 'owner')], 1, -1)).toEqual([
    step(3, 'owner'),
    step(6, 'team'),
  ]);
  expect(withMovedStep([step(3, 'team')], 0, 1)).toEqual([step(3, 'team')]);
});

test('people stay after the groups, and channels in their order', () => {
  const kim = { kind: 'person' as const, name: 'Kim', email: '', phone: '' };
  expect(withGroup([{ kind: 'owner' }, kim], 'team', true)).toEqual([
    { kind: 'owner' },
    { kind: 'team' },
    kim,
  ]);
  expect(withGroup([{ kind: 'owner' }, kim], 'owner', false)).toEqual([kim]);
  expect(withChannel(['sms'], 'email', true)).toEqual(['email', 'sms']);
});

test('a typed number is one; other text is left to the rules', () => {
  expect([typedNumber('12'), typedNumber('1.5'), typedNumber('')]).toEqual([12, '1.5', '']);
});
