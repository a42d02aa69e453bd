import type { Locator } from '@playwright/test';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { openPage } from '../support/page-actions.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

/** In the window of a small laptop, texts that people compare are readable. */

test.use({ viewport: { width: 1280, height: 800 } });

async function widthOf(one: Locator): Promise<number> {
  return Math.round((await one.boundingBox())?.width ?? 0);
}

test('The list of a form has room for messages, next to emails on one line', async ({
  teamPage: page,
  server,
  team,
}) => {
  const user = await createAppUser(server, team);
  const item = { kind: 'form', id: 1 } as const;
  const question = buildSubmission({ ...user, team_id: team.user.id }, { item, message: 'Is this safe?' });
  await server.withDatabase((db) => storeSubmissions(db, [question]));
  await openPage(page, 'form_data/1', 'Ask a Safety Question');
  const message = page.getByRole('columnheader', { name: 'Message', exact: true });
  expect(await widthOf(message)).toBeGreaterThanOrEqual(120);
  const email = page.locator('td a[href^="mailto:"]');
  expect((await email.boundingBox())?.height).toBeLessThan(30);
  // No column is beyond the window.
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeInViewport({ ratio: 1 });
});

test('An administrator sees a number of another country on one line, and the entire filter by subscriber', async ({
  adminPage: page,
  server,
}) => {
  const team = await createTeam(server, { phone: '+44 20 7946 0018' });
  await openPage(page, `subscribers?search=${team.email}`, 'Subscribers');
  const number = page.getByRole('link', { name: '+44 20 7946 0018' });
  expect((await number.boundingBox())?.height).toBeLessThan(30);
  for (const [path, title] of [
    ['incidents', 'Incidents'],
    ['records', 'All records'],
  ] as const) {
    await openPage(page, path, title);
    const filter = page.getByRole('combobox', { name: 'Subscriber' });
    await expect(filter).toHaveAttribute('placeholder', 'Subscriber: all');
    const isCut = await filter.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect([title, isCut]).toEqual([title, false]);
  }
});

test('The name of a safety person is centered next to the fields', async ({
  teamPage: page,
  server,
  team,
}) => {
  const contact = { name: 'Olga Lind', phone: '+13035550141', email: '' };
  await saveSetting(server, team, 'contact_person', JSON.stringify([contact]));
  await openPage(page, 'safety-contacts', 'Safety Contacts For App Users');
  const row = page.getByRole('rowgroup', { name: 'Safety Person #1' });
  const middleOf = async (one: Locator) => {
    const box = await one.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  const text = row.getByText('Safety Person #1', { exact: true });
  const difference = (await middleOf(text)) - (await middleOf(row.getByRole('textbox', { name: /^Name/ })));
  expect(Math.abs(difference)).toBeLessThan(2);
});
