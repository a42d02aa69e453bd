import { expect, test } from 'vitest';
import { currentResponder, stateWithEta } from './describe-incident.ts';
import { toneOf } from './tone.ts';

const ETA = new Date(2026, 10, 27, 7, 36).getTime();
const responder = (name: string) => ({ name, via: 'link' as const, phone: null, role: 'team' });
const incident = {
  state: 'on_the_way' as const,
  owner: responder('Maureen Castillo'),
  outcome: null,
  is_drill: false,
  is_unnotified: false,
  eta_at: new Date(ETA).toISOString(),
};
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('a responder who is not there in time is overdue, in amber', () => {
  const late = ETA + 13 * 60_000;
  expect(toneOf(incident, ETA)).toBe('answered');
  expect(plain(stateWithEta(incident, ETA))).toBe('Maureen Castillo is on the way, ETA 7:36 AM');
  expect(toneOf(incident, late)).toBe('overdue');
  expect(plain(stateWithEta(incident, late))).toBe(
    'Maureen Castillo is overdue, was expected at 7:36 AM, 13 minutes ago',
  );
  expect(toneOf({ ...incident, state: 'arrived' }, late)).toBe('answered');
});

test('the overdue person is who said that they are on the way', () => {
  const event = { seq: 4, at: incident.eta_at, kind: 'progressed' as const, data: {}, hash: '' };
  const events = [{ ...event, actor: responder('Ben Hale') }];
  expect(currentResponder({ ...incident, events })?.name).toBe('Ben Hale');
  expect(currentResponder({ ...incident, state: 'acknowledged', events })?.name).toBe('Maureen Castillo');
});

test('a drill is never red', () => {
  expect(toneOf({ ...incident, state: 'open' }, ETA)).toBe('unanswered');
  expect(toneOf({ ...incident, state: 'open', is_drill: true }, ETA)).toBe('drill');
});
