import { expect, type Page } from '@playwright/test';
import type { CheckIn } from '@callpoint/contract/check-ins';
import type { OwnSubmission } from '@callpoint/contract/own-submissions';
import type { PhoneApp } from './phone-app.ts';

/** The states of an incident and of check-ins, with responses of the server that would take an hour to be created. */

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

type Take = (name: string) => Promise<void>;
type OwnIncident = NonNullable<OwnSubmission['incident']>;

const OPEN: OwnIncident = {
  state: 'open',
  owner: null,
  acknowledged_at: null,
  eta_at: null,
  on_the_way_at: null,
  arrived_at: null,
  closed_at: null,
  safe_at: null,
  is_drill: false,
  is_unnotified: false,
};
const ACKNOWLEDGED: OwnIncident = {
  ...OPEN,
  state: 'on_the_way',
  owner: 'Maximiliana Montgomery-Featherstonehaugh',
  acknowledged_at: inMinutes(-2),
  eta_at: inMinutes(9),
  on_the_way_at: inMinutes(-1),
};

/** Takes the screenshots of the newest press and of check-ins. */
export async function takeFollowUps(phone: PhoneApp, take: Take): Promise<void> {
  const { page } = phone;
  await phone.open('/history');
  await page.getByRole('link', { name: 'Lone Worker Emergency' }).first().click();
  const incidents = {
    open: OPEN,
    acknowledged: ACKNOWLEDGED,
    drill: { ...ACKNOWLEDGED, is_drill: true },
    safe: { ...ACKNOWLEDGED, safe_at: inMinutes(-1) },
    closed: { ...ACKNOWLEDGED, state: 'closed', closed_at: inMinutes(0) },
  } as const;
  for (const [name, incident] of Object.entries(incidents)) {
    await showIncident(page, incident);
    await expect(page.getByRole('status', { name: 'Who has it' })).toHaveAttribute(
      'data-state',
      incident.state,
    );
    await take(`phone-incident-${name}`);
  }
  await page.unrouteAll({ behavior: 'wait' });
  await phone.open(`/safe/${new URL(page.url()).hash.split('/').at(-1)}`);
  await phone.button('I am safe').click();
  await take('phone-safe');

  await phone.open('/check-ins');
  await expect(phone.button('Start check-ins')).toBeVisible();
  await take('phone-check-ins');
  const checkIns = {
    running: { due_at: inMinutes(20) },
    asked: { due_at: inMinutes(-1) },
    raised: { due_at: inMinutes(-10), state: 'raised' },
  } as const;
  for (const [name, checkIn] of Object.entries(checkIns)) {
    await showCheckIn(page, checkIn);
    for (const path of ['/', '/check-ins']) {
      await phone.open(path);
      await page.reload();
      await expect(
        page.getByText(/Next check-in|Are you OK|because you did not answer/).first(),
      ).toBeVisible();
      await take(`phone-check-in-${name}${path === '/' ? '-home' : ''}`);
    }
  }
  await page.unrouteAll({ behavior: 'wait' });
  await phone.open('/');
  await phone.button('Hide this').click();
}

async function showIncident(page: Page, incident: OwnIncident): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/mapi/v1/submission?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: OwnSubmission };
    await route.fulfill({ response, json: { ...rest, data: { ...data, incident } } });
  });
  await page.reload();
}

async function showCheckIn(page: Page, changed: Partial<CheckIn>): Promise<void> {
  const data: CheckIn = {
    client_id: '11111111-1111-4111-8111-111111111111',
    every_minutes: 30,
    grace_minutes: 5,
    until: inMinutes(240),
    due_at: inMinutes(20),
    state: 'active',
    press_client_id: null,
    ...changed,
  };
  await page.unrouteAll({ behavior: 'wait' });
  await page.route('**/mapi/v1/check_in', (route) => route.fulfill({ json: { ok: true, data } }));
}
