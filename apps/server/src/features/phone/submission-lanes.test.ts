import { EMERGENCY_BUTTON_ID, type Item } from '@callpoint/contract/catalog';
import { expect, test } from 'vitest';
import { isLowPriority, runAsLowPriority } from '../../scheduling/press-priority.ts';
import { isPress } from '../../scheduling/query-limit.ts';
import { gate } from '../../testing/outbox.ts';
import type { AppUser } from './prepare-submission.ts';
import type { PreparedSubmission } from './prepared-submission.ts';
import { submissionLanes } from './submission-lanes.ts';

const BUTTON: Item = { kind: 'button', id: 1 };
const EMERGENCY: Item = { kind: 'button', id: EMERGENCY_BUTTON_ID };
const FORM: Item = { kind: 'form', id: 2 };
const SHORT = new Map([['sms_to_admin_message_1', 'Help']]);
const LONG = new Map([['mail_to_admin_message_1', 'x'.repeat(8_001)]]);
const PLAN = { screenText: 'Sent', messages: [] };

function userOf(teamId: number, id = teamId): AppUser {
  const named = { name: 'Ana', email: `ana${id}@work.example`, phone: '+12025550143' };
  return { role: 'app_user', settingsMark: '', id, teamId, sessionId: id, authenticatedAt: '', ...named };
}

function submissionOf(user: AppUser, item: Item): PreparedSubmission {
  return {
    item,
    teamId: user.teamId,
    appUserId: user.id,
    submitter: { name: '', email: '', phone: '' },
    clientId: `${user.id}`,
    location: null,
    pressedAt: null,
    form: { company: '', message: '', otherData: '' },
    imageKeys: [],
    screenText: 'Sent',
    messages: [],
    note: null,
    incident: null,
  };
}

/**
 * Lanes without a database; `stored` lists the subscribers in the order of their submissions. `asPresses`: for each batch, whether it was
 * stored as the work of a press.
 */
function lanes() {
  const stored: number[] = [];
  const asPresses: boolean[] = [];
  const { enter } = submissionLanes(async (submissions) => {
    asPresses.push(isPress() && !isLowPriority());
    stored.push(...submissions.map(({ teamId }) => teamId));
    return submissions.map(({ item, teamId: id }) => ({
      id,
      item,
      screenText: 'Sent',
      repeated: false,
      incidentId: null,
    }));
  }, 1000);
  async function submit(user: AppUser, item: Item, settings = SHORT, work = async () => PLAN) {
    const queued = enter(user, item);
    try {
      await queued.runPlanning(settings, work);
      return await queued.accept(submissionOf(user, item));
    } finally {
      queued.end();
    }
  }
  return { stored, asPresses, submit };
}

test('a press is stored before earlier forms and earlier presses with long texts', async () => {
  const { stored, submit } = lanes();
  const all = [
    submit(userOf(1), FORM),
    submit(userOf(2), BUTTON, LONG),
    submit(userOf(3), EMERGENCY, LONG),
    submit(userOf(4), BUTTON),
  ];
  await Promise.all(all);
  expect(stored[0]).toBe(4);
  expect(stored.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
});

test('a batch that a form has started does not wait like a call that is no press', async () => {
  const { asPresses, submit } = lanes();
  let form: Promise<unknown> | undefined;
  runAsLowPriority(() => (form = submit(userOf(1), FORM)));
  await Promise.all([form, submit(userOf(2), BUTTON, LONG)]);
  expect(new Set(asPresses)).toEqual(new Set([true]));
});

test('an emergency with long texts does not wait for a form in progress', async () => {
  const { stored, submit } = lanes();
  const { opened, open } = gate();
  const form = submit(userOf(1), FORM, SHORT, () => opened.then(() => PLAN));
  await submit(userOf(2), EMERGENCY, LONG);
  expect(stored).toEqual([2]);
  open();
  await form;
  expect(stored).toEqual([2, 1]);
});

test('accepts all presses of a person who presses again and again, after those of others', async () => {
  const { stored, submit } = lanes();
  const flood = Array.from({ length: 100 }, () => submit(userOf(1), BUTTON));
  await Promise.all([...flood, submit(userOf(2), BUTTON)]);
  expect(stored.filter((team) => team === 1)).toHaveLength(100);
  // The first ten have priority, in fair order; the others use the patient lane.
  expect(stored.indexOf(2)).toBeLessThan(11);
});
