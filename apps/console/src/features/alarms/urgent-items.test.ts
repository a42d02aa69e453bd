import type { Alarm } from '@callpoint/contract/alarms';
import type { Incident } from '@callpoint/contract/incidents';
import type { ButtonClick } from '@callpoint/contract/submissions';
import { expect, test } from 'vitest';
import { urgentHeadline } from './alarm-headline.ts';
import { isLate, listUrgentItems } from './urgent-items.ts';

const click = (id: number, at: string): ButtonClick => ({
  id,
  team_id: 3,
  button_id: 5,
  created_at: at,
  location: null,
  screen_text: '',
  pressed_at: null,
  opened_at: null,
  opened_by: null,
  earlier_locations: [],
  messages: { failed: 0, held: 0, pending: 0, sent: 0, delivered: 0, held_by_channel: {} },
  incident: null,
});

const INCIDENT: Incident = {
  id: 4,
  team_id: 3,
  account_name: 'Ridgeline Builders',
  button_click_id: 1,
  button_id: 5,
  is_drill: false,
  state: 'open',
  opened_at: '2026-11-21T08:00:00.000Z',
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
  closed_at: null,
  outcome: null,
  safe_at: null,
  unanswered_at: '2026-11-21T08:20:00.000Z',
  is_unnotified: false,
  next_step_at: null,
  location: null,
  app_user: { id: 5, name: 'Ann Lee', email: '', phone: '' },
};

const alarm = (overrides: Partial<Alarm>): Alarm => ({
  id: 9,
  account_name: 'Ridgeline Builders',
  team_id: 3,
  button_click_id: null,
  form_submission_id: null,
  button_id: null,
  f_id: null,
  submitted_at: '2026-11-21T08:00:00.000Z',
  location: null,
  reason: 'all_failed',
  is_unnotified: true,
  raised_at: '2026-11-21T08:01:00.000Z',
  closed_at: null,
  closed_by: null,
  ...overrides,
});

test('emergencies are first, the newest first, and one that notified no one appears once, with its location', () => {
  const unopened = [click(2, '2026-11-21T09:00:00.000Z'), click(1, '2026-11-21T07:00:00.000Z')];
  const berlin = { lat: 52.52, lng: 13.405 };
  const alarms = [
    alarm({
      id: 9,
      button_click_id: 1,
      button_id: 5,
      submitted_at: '2026-11-21T07:00:00.000Z',
      location: berlin,
    }),
    alarm({ id: 8, form_submission_id: 1, f_id: 3 }),
  ];
  const waiting = listUrgentItems({ unopened, alarms, incidents: [] }, 'own');
  expect(waiting.map(({ emergency, location }) => [emergency, location])).toEqual([
    [true, null],
    [true, { lat: 52.52, lng: 13.405 }],
    [false, null],
  ]);
  expect(
    waiting.map(({ key, alarm: about, unnotified, to }) => [key, about?.reason, unnotified, to]),
  ).toEqual([
    ['emergency 2', undefined, false, '/button_data/5/2'],
    ['alarm 9', 'all_failed', true, '/button_data/5/1'],
    ['alarm 8', 'all_failed', true, '/form_data/3/1'],
  ]);
});

test('an emergency is shown although its incident is not among those that were read', () => {
  const incident = {
    id: 4,
    state: 'open' as const,
    is_drill: false,
    owner: null,
    eta_at: null,
    outcome: null,
  };
  const unopened = [
    { ...click(1, '2026-11-21T07:00:00.000Z'), incident },
    { ...click(2, '2026-11-21T08:00:00.000Z'), incident: { ...incident, state: 'acknowledged' as const } },
  ];
  const waiting = listUrgentItems({ unopened, alarms: [], incidents: [] }, 'own');
  expect(waiting.map(({ key, to }) => [key, to])).toEqual([['incident 4', '/incidents/4']]);
});

test('a drill is marked as one although its incident is not among those that were read', () => {
  const incident = {
    id: 4,
    state: 'open' as const,
    is_drill: true,
    owner: null,
    eta_at: null,
    outcome: null,
  };
  const real = click(2, '2026-11-21T06:00:00.000Z');
  const unopened = [{ ...click(1, '2026-11-21T07:00:00.000Z'), incident }, real];
  const waiting = listUrgentItems({ unopened, alarms: [], incidents: [] }, 'own');
  expect(waiting.map(({ item, drill }) => [item, drill])).toEqual([
    ['Lone Worker Emergency', false],
    ['DRILL: Lone Worker Emergency', true],
  ]);
});

test('an incident that no one acknowledged still shows that no one was notified', () => {
  const unanswered = (is_unnotified: boolean) => {
    const reason = 'unacknowledged' as const;
    const alarms = [alarm({ button_click_id: 1, button_id: 5, reason, is_unnotified })];
    const incident = { ...INCIDENT, is_unnotified };
    const [ofTeam] = listUrgentItems({ unopened: [], alarms, incidents: [incident] }, 'own');
    const [ofAdmin] = listUrgentItems({ unopened: [], alarms, incidents: [] }, 'all');
    return [ofTeam && urgentHeadline(ofTeam), ofAdmin && urgentHeadline(ofAdmin)];
  };
  expect(unanswered(true)).toEqual([
    'No one was notified',
    'No one was notified, and no one acknowledged it in time',
  ]);
  expect(unanswered(false)).toEqual([null, 'No one acknowledged it in time']);
});

test('an item shows when the person reported that they are safe, also if no one was notified', () => {
  const safe_at = '2026-11-21T08:05:00.000Z';
  const incident = { ...INCIDENT, safe_at };
  const safeOf = (alarms: Alarm[]) =>
    listUrgentItems({ unopened: [], alarms, incidents: [incident] }, 'own').map(({ key, safe }) => [
      key,
      safe,
    ]);
  expect(safeOf([])).toEqual([['incident 4', safe_at]]);
  expect(safeOf([alarm({ button_click_id: 1, button_id: 5 })])).toEqual([['alarm 9', safe_at]]);
});

test('administrators keep the alarm that no one acknowledged an incident in time while its responder is overdue', () => {
  const alarms = [alarm({ button_click_id: 1, button_id: 5, reason: 'unacknowledged' })];
  const late = { ...INCIDENT, state: 'on_the_way' as const, eta_at: '2026-11-21T08:40:00.000Z' };
  const keysOf = (whose: 'own' | 'all') =>
    listUrgentItems({ unopened: [], alarms, incidents: [late] }, whose).map(({ key }) => key);
  expect(keysOf('all')).toEqual(['alarm 9']);
  expect(keysOf('own')).toEqual(['incident 4']);
});

test('a responder is late after the announced time, except in a drill', () => {
  const lateAt = (time: string, is_drill = false) => {
    const expected = {
      ...INCIDENT,
      is_drill,
      state: 'acknowledged' as const,
      eta_at: '2026-11-21T08:40:00.000Z',
    };
    const [item] = listUrgentItems({ unopened: [], alarms: [], incidents: [expected] }, 'own');
    return item && isLate(item, Date.parse(time));
  };
  expect(lateAt('2026-11-21T08:39:00.000Z')).toBe(false);
  expect(lateAt('2026-11-21T08:41:00.000Z')).toBe(true);
  expect(lateAt('2026-11-21T08:41:00.000Z', true)).toBe(false);
});

test('administrators see the subscriber of an alarm', () => {
  const organizationOf = (whose: 'own' | 'all') =>
    listUrgentItems(
      { unopened: [], alarms: [alarm({ button_click_id: 1, button_id: 5 })], incidents: [] },
      whose,
    )[0]?.organization;
  expect(organizationOf('all')).toEqual({ id: 3, name: 'Ridgeline Builders' });
  expect(organizationOf('own')).toBeNull();
});

test('an administrator’s link opens the subscriber’s record', () => {
  const [waiting] = listUrgentItems(
    { unopened: [], alarms: [alarm({ button_click_id: 7, button_id: 2 })], incidents: [] },
    'all',
  );
  expect(waiting).toMatchObject({
    to: '/subscriber/button_data/3/2/7',
    item: 'Report an Incident/Accident',
  });
});
