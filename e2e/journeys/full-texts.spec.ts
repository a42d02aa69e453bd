import type { Page } from '@playwright/test';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { expectAccessible } from '../support/axe.ts';
import { createAppUser, type TestAccount } from '../support/people.ts';
import { openPage } from '../support/page-actions.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** Texts that do not fit into a list are readable without a mouse. */

const NAME = 'Guadalupe Fernández de la Vega-Montgomery';
const COMPANY = 'Alpine Scaffold, Access and Industrial Insulation';
const MESSAGE =
  'The guard rail at the roof was taken off for the crane. Who may put it back, and when can we work there again?';

async function storeForm(server: Server, team: TestAccount): Promise<void> {
  const user = await createAppUser(server, team, { name: NAME });
  const form = buildSubmission(
    { ...user, team_id: team.user.id },
    { item: { kind: 'form', id: 2 }, company: COMPANY, message: MESSAGE, otherData: 'Air monitoring' },
  );
  await server.withDatabase((db) => storeSubmissions(db, [form], new Date()));
}

/** The headers of the columns whose text in the first row is cut off. */
function findCutColumns(page: Page): Promise<string[]> {
  return page.getByRole('table').evaluate((table) => {
    const headers = [...table.querySelectorAll('thead th')].map((header) => header.textContent.trim());
    const cells = [...table.querySelectorAll('tbody tr:first-child td')];
    return headers.filter((_, index) =>
      [...(cells[index]?.querySelectorAll('span') ?? [])].some(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          clientWidth > 0 && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1),
      ),
    );
  });
}

test('Rows can show full texts, chosen by keyboard and remembered @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await storeForm(server, team);
  await openPage(page, 'form_data/2', 'Request Safety Consultation');
  await expect(page.getByRole('cell', { name: MESSAGE })).toBeVisible();
  expect(await findCutColumns(page)).toEqual(expect.arrayContaining(['Name and company', 'Message']));

  const height = page.getByLabel('Row height');
  await height.focus();
  await page.keyboard.type('Full');
  await expect(height).toHaveValue('full');
  expect(await findCutColumns(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('cell', { name: MESSAGE })).toBeVisible();
  await expect(height).toHaveValue('full');
  expect(await findCutColumns(page)).toEqual([]);
  await expectAccessible(page, [1280]);
});

test('On a phone, a card shows the full name @nightly', async ({ teamPage: page, server, team }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await storeForm(server, team);
  await openPage(page, 'form_data/2', 'Request Safety Consultation');
  const name = page.getByRole('link', { name: `${NAME}, open record` });
  await expect(name).toHaveText(NAME);
  const isCut = await name.evaluate(({ parentElement: heading }) => {
    return heading === null || heading.scrollWidth > heading.clientWidth + 1;
  });
  expect(isCut).toBe(false);
});

test('At 1280 px, the list of all records shows usual emails in full @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const user = await createAppUser(server, team, { name: 'Priya Raghunathan' });
  const press = buildSubmission({
    ...user,
    email: 'tomasz.zielinski@ridgeline.example',
    team_id: team.user.id,
  });
  await server.withDatabase((db) => storeSubmissions(db, [press], new Date()));
  await openPage(page, 'records', 'All records');
  await expect(page.getByRole('link', { name: 'tomasz.zielinski@ridgeline.example' })).toBeVisible();
  expect(await findCutColumns(page)).toEqual([]);
});
