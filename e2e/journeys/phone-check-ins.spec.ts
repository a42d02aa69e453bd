import { callOrThrow } from '../support/calls.ts';
import { moveCheckIn } from '../support/move-check-in.ts';
import { createAppUser } from '../support/people.ts';
import type { PhoneApp } from '../support/phone-app.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

async function startCheckIns(phone: PhoneApp): Promise<void> {
  await phone.open('/check-ins');
  await phone.button('Start check-ins').click();
  await expect(phone.page.getByText('Next check-in at')).toBeVisible();
}

const readCheckIns = (server: Server, userId: number) =>
  server.withDatabase((db) =>
    db
      .selectFrom('check_in')
      .select(['state', 'due_at', 'location', 'every_minutes', 'grace_minutes'])
      .where('app_user_id', '=', userId)
      .execute(),
  );

test('Check-ins run on the server, stay after a restart of the app, and end when the person ends them', async ({
  phone,
  server,
  ana,
}) => {
  const { page } = phone;
  await phone.open('/menu');
  await page.getByRole('link', { name: 'Check-ins' }).click();
  await page.getByLabel('Ask me every').selectOption('1 hour');
  await page.getByLabel('Time to answer').selectOption('10 minutes');
  await expect(page.getByText('If you don’t answer within 10 minutes')).toBeVisible();
  await phone.button('Start check-ins').click();
  await expect(page.getByText(/Next check-in at \d/)).toBeVisible();
  await expect(page.getByText(/^Every 1 hour until/)).toBeVisible();
  expect(await readCheckIns(server, ana.id)).toEqual([
    expect.objectContaining({ state: 'active', every_minutes: 60, grace_minutes: 10 }),
  ]);
  await phone.open('/');
  await page.reload();
  await expect(page.getByText(/Next check-in at \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Next check-in at' }).click();
  await phone.button('End check-ins').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End them' }).click();
  await expect(phone.button('Start check-ins')).toBeVisible();
  expect(await readCheckIns(server, ana.id)).toEqual([expect.objectContaining({ state: 'ended' })]);
  // The choices are remembered.
  await expect(page.getByLabel('Ask me every')).toHaveValue('60');
});

test('A time to answer that is longer than the interval is rejected at its field', async ({
  phone,
  server,
  ana,
}) => {
  const { page } = phone;
  await phone.open('/check-ins');
  await page.getByLabel('Time to answer').selectOption('10 minutes');
  await page.getByLabel('Ask me every').selectOption('5 minutes');
  const grace = page.getByLabel('Time to answer');
  await expect(grace).toHaveAccessibleDescription(
    'Choose at most 5 minutes, the time between two check-ins.',
  );
  // What follows without an answer is stated only of a time that can start.
  const summary = page.getByText('If you don’t answer within');
  await expect(summary).toBeHidden();
  await phone.button('Start check-ins').click();
  await expect(grace).toBeFocused();
  expect(await readCheckIns(server, ana.id)).toEqual([]);
  await grace.selectOption('5 minutes');
  await expect(summary).toContainText('within 5 minutes');
  await phone.button('Start check-ins').click();
  await expect(page.getByText(/Next check-in at \d/)).toBeVisible();
});

test('A person who is asked answers on any screen, with the location', async ({ phone, server, ana }) => {
  const { page } = phone;
  await startCheckIns(phone);
  await moveCheckIn(server, ana.id, -1);
  await phone.open('/contacts');
  await page.reload();
  const question = page.getByRole('alert').filter({ hasText: 'Are you OK?' });
  await expect(question).toContainText(/Answer by .+, [34]:\d\d left/);
  await phone.button('I’m OK').click();
  await expect(question).toBeHidden();
  await expect
    .poll(async () => Date.parse((await readCheckIns(server, ana.id))[0]?.due_at ?? '') > Date.now())
    .toBe(true);
  expect(JSON.parse((await readCheckIns(server, ana.id))[0]?.location ?? '{}')).toMatchObject({
    lat: 39.7565,
  });
});

test('A person who does not answer sees that an emergency was raised, and who has it', async ({
  phone,
  server,
  ana,
  teamPage,
}) => {
  const { page } = phone;
  await startCheckIns(phone);
  await moveCheckIn(server, ana.id, -6);
  await page.reload();
  await expect(page.getByText(/You didn’t answer, so an emergency was raised at/)).toBeVisible();
  await phone.open('/');
  await expect(page.getByRole('region', { name: 'Check-ins' })).toContainText('No one has it yet');
  await expect(page.getByText('Your check-ins have ended.')).toBeVisible();
  await page.getByRole('link', { name: 'Show the alert' }).click();
  await expect(page.getByText('No one has it yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'I am safe now' })).toBeVisible();

  // The console never says that the person pressed.
  await teamPage.goto('/app/incidents');
  await teamPage.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
  const main = teamPage.getByRole('main');
  await expect(
    main.getByText(/^Lone Worker Emergency, raised .+ because Ana Flores did not answer a check-in$/),
  ).toBeVisible();
  await expect(main.getByRole('region', { name: 'Timeline' })).toContainText(
    'A check-in was not answered, so the server raised the emergency',
  );
  await expect(main).not.toContainText(/press/i);

  // The person can say that they are safe where they learn of the emergency; no button looks as if it ends it.
  await phone.open('/');
  const notice = page.getByRole('region', { name: 'Check-ins' });
  await expect(phone.button('OK')).toBeHidden();
  await notice.getByRole('link', { name: 'I am safe now' }).click();
  await page.getByLabel('It was a false alarm').check();
  await phone.button('I am safe').click();
  await expect(page.getByText(/^You reported at .* that you are safe\.$/)).toBeVisible();
  await phone.open('/');
  await expect(notice.getByText(/^You reported at .* that you are safe\.$/)).toBeVisible();
  await expect(notice.getByRole('link')).toHaveText(['Show the alert']);
  await phone.button('Hide this').click();
  await expect(page.getByText('an emergency was raised')).toBeHidden();
});

test('Without a network, the phone shows that the server does not know the answer, and sends it later @nightly', async ({
  phone,
  server,
  ana,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.waitForWorker();
  await startCheckIns(phone);
  await moveCheckIn(server, ana.id, -1);
  await page.reload();
  await expect(page.getByText('Are you OK?')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('No connection. The server notifies your safety team at')).toBeVisible();
  await phone.button('I’m OK').click();
  await expect(page.getByText('but the server doesn’t know it')).toBeVisible();
  await page.reload();
  await expect(page.getByText('but the server doesn’t know it')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/Next check-in at \d/)).toBeVisible();
  expect(Date.parse((await readCheckIns(server, ana.id))[0]?.due_at ?? '')).toBeGreaterThan(Date.now());
});

test('Check-ins that the server has not started are not shown as running @nightly', async ({
  phone,
  server,
  ana,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  const { page } = phone;
  await phone.waitForWorker();
  await phone.open('/check-ins');
  await expect(phone.button('Start check-ins')).toBeVisible();
  await page.context().setOffline(true);
  await phone.button('Start check-ins').click();
  await expect(page.getByText('NOT STARTED YET')).toBeVisible();
  expect(await readCheckIns(server, ana.id)).toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByText(/Next check-in at \d/)).toBeVisible();
});

test('Check-ins that the person ends before the server has them are never started @nightly', async ({
  phone,
  server,
  ana,
  monitor,
}) => {
  monitor.allowNetworkFailures();
  monitor.expectResponse(404, '/mapi/v1/check_in/end');
  const { page } = phone;
  await phone.waitForWorker();
  await phone.open('/check-ins');
  await expect(phone.button('Start check-ins')).toBeVisible();
  await page.context().setOffline(true);
  await phone.button('Start check-ins').click();
  await expect(page.getByText('NOT STARTED YET')).toBeVisible();
  await phone.button('End check-ins').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End them' }).click();
  await expect(page.getByText('The server doesn’t know yet that you ended the check-ins.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(phone.button('Start check-ins')).toBeVisible();
  expect(await readCheckIns(server, ana.id)).toEqual([]);
});

test('A phone that the console signs out says that the check-ins continue, and that a report of being safe waits', async ({
  phone,
  server,
  team,
  ana,
  monitor,
}) => {
  const { page } = phone;
  await startCheckIns(phone);
  await phone.open('/');
  await phone.hold('Lone Worker Emergency');
  await expect(phone.received).toBeVisible();
  await page.context().route('**/mapi/v1/safe', (route) => route.fulfill({ status: 502, body: 'proxy' }));
  monitor.allowResponse(502, '/mapi/v1/safe');
  await page.getByRole('link', { name: 'I am safe now' }).click();
  await page.getByLabel('It was a false alarm').check();
  await phone.button('I am safe').click();
  await expect(page.getByText('No one knows yet that you are safe.')).toBeVisible();

  // The phone keeps trying: it may learn of the end before this call returns.
  for (const path of ['dashboard', 'check_in', 'safe', 'submission'])
    monitor.allowResponse(401, `/mapi/v1/${path}`);
  await callOrThrow(server.url, '/tapi/v1/endSessions/app_user', { body: { id: ana.id }, token: team.token });
  await page.context().unroute('**/mapi/v1/safe');
  await phone.open('/');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in to Callpoint' })).toBeVisible();
  const notes = page.getByRole('alert');
  await expect(notes.filter({ hasText: 'Your check-ins continue.' })).toContainText(
    /If the server doesn’t hear from this phone by .+, it notifies your safety team\./,
  );
  await expect(notes.filter({ hasText: 'No one knows yet that you are safe.' })).toContainText(
    'Your report is sent when you log in again.',
  );
  await phone.logIn(ana);
  await expect(page.getByText(/^You reported at .* that you are safe\.$/)).toBeVisible();
});

test('Another person of the phone does not see the check-ins', async ({ phone, server, team, ana }) => {
  const { page } = phone;
  const ben = await createAppUser(server, team, { name: 'Ben Ito', email: `ben.${ana.email}` });
  await startCheckIns(phone);
  await phone.open('/menu');
  await phone.button('Log out').click();
  await expect(page.getByText('Your check-ins continue.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await phone.logIn(ben);
  await phone.open('/check-ins');
  await expect(phone.button('Start check-ins')).toBeVisible();
  await expect(page.getByText('Next check-in at')).toBeHidden();
  expect(await readCheckIns(server, ana.id)).toEqual([expect.objectContaining({ state: 'active' })]);
});

test('Check-ins of another phone of the person are continued on this one @nightly', async ({
  openPhone,
  ana,
}) => {
  await startCheckIns(await openPhone(ana));
  const second = await openPhone(ana);
  await expect(second.page.getByText(/Next check-in at \d/)).toBeVisible();
});
