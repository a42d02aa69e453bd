import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { callOrThrow } from '../support/calls.ts';
import { createPhone } from '../support/records.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** The printed page of an incident. */

/** The panel of the page with this heading. */
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

/** Copies the email to the safety team of an incident for `count` more people. */
async function addRecipients(server: Server, incidentId: number, count: number): Promise<void> {
  await server.withDatabase(async (db) => {
    const { id: _, ...message } = await db
      .selectFrom('delivery')
      .selectAll()
      .where('incident_id', '=', incidentId)
      .where('channel', '=', 'email')
      .where('responder_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id: __, ...responder } = await db
      .selectFrom('incident_responder')
      .selectAll()
      .where('id', '=', message.responder_id ?? 0)
      .executeTakeFirstOrThrow();
    for (let number = 1; number <= count; number += 1) {
      const address = `guard.${number}@ridgeline.example`;
      const { id } = await db
        .insertInto('incident_responder')
        .values({ ...responder, address, person: address, name: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('delivery')
        .values({ ...message, address, responder_id: id, message_key: `copy-${incidentId}-${number}` })
        .execute();
    }
  });
}

/** The pages of the printed page. */
async function countSheets(page: Page, format: 'A4' | 'Letter'): Promise<number | undefined> {
  return (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length;
}

test('An unacknowledged incident stays red after its record was opened, and its page is printed on one sheet @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  const { body } = await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  await page.goto(`/app/button_data/5/${body.data?.id}`);
  await expect(page.getByText('Opened by the team')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Open emergencies' })).toContainText('not acknowledged');
  await page.getByRole('link', { name: 'Open the incident', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  await expect(page.getByText('No one has acknowledged it', { exact: true })).toBeVisible();
  expect(await countSheets(page, 'Letter')).toBe(1);
  await expectAccessible(page);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  for (let number = 1; number <= 60; number += 1) {
    const text = `${number}: the crew checks gate ${number}, then calls the site office again.`;
    await callOrThrow(server.url, '/tapi/v1/note/incident', { token: team.token, body: { id, text } });
  }
  await expect(panel(page, 'Timeline')).toContainText('60: the crew checks gate 60');
  for (const format of ['A4', 'Letter'] as const) expect(await countSheets(page, format)).toBe(1);
  monitor.allowResponse(404, '/tapi/v1/incident');
  await page.goto('/app/incidents/2147483647');
  await expect(page.getByText('This incident does not exist')).toBeVisible();
});

test('The page of an incident with hundreds of recipients is printed on one sheet, which counts those it leaves out @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const { body } = await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  await page.goto(`/app/button_data/5/${body.data?.id}`);
  await page.getByRole('link', { name: 'Open the incident', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Incident \d+$/ })).toBeVisible();
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  await addRecipients(server, id, 400);
  await page.reload();
  await expect(panel(page, 'Who was notified')).toContainText('guard.400@ridgeline.example');
  await expect(panel(page, 'Timeline')).toContainText('Pressed');
  for (const format of ['A4', 'Letter'] as const) expect(await countSheets(page, format)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText('And 362 more, without an answer. The saved PDF lists everyone.'),
  ).toBeVisible();
  await expect(page.getByText('The 403 messages are in the saved PDF.')).toBeVisible();
  await expect(page.getByText('Pressed', { exact: true })).toBeVisible();
});
