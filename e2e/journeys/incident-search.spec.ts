import { callOrThrow } from '../support/calls.ts';
import { openPage, waitForPage, waitForUrl } from '../support/page-actions.ts';
import { createTeam, type TestAccount } from '../support/people.ts';
import { createPhone } from '../support/records.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** The list of incidents is searched like other lists, with the search in the address. */

/** A press of the emergency button by a person with this name; returns the id of its incident. */
async function openIncident(server: Server, team: TestAccount, name: string): Promise<number> {
  const { body } = await (await createPhone(server, team, name)).press(5);
  const { items } = await callOrThrow<{ items: { id: number }[] }>(
    server.url,
    '/tapi/v1/listPaged/incident',
    {
      token: team.token,
      query: { filter_button_click_id: body.data?.id ?? 0 },
    },
  );
  return items[0]?.id ?? 0;
}

test('A subscriber finds an incident by name, also a closed one, and the search survives a reload', async ({
  teamPage: page,
  server,
  team,
}) => {
  await openIncident(server, team, 'Zoë Park');
  const closed = await openIncident(server, team, 'Lee Wong');
  const { token } = team;
  const body = { id: closed, outcome: 'helped', note: 'Sprained ankle.' };
  await callOrThrow(server.url, '/tapi/v1/close/incident', { token, body });
  const main = page.getByRole('main');
  const rows = main.getByRole('link', { name: /, open incident \d+$/ });
  const search = page.getByRole('searchbox', { name: 'Search' });

  await openPage(page, 'incidents', 'Incidents');
  await search.fill('zoe');
  await waitForUrl(page, '/app/incidents', { search: 'zoe' });
  await expect(rows).toHaveText(['Zoë Park']);
  await page.reload();
  await waitForPage(page, 'Incidents');
  await expect(search).toHaveValue('zoe');
  await expect(rows).toHaveText(['Zoë Park']);

  // The list shows only open incidents at first; what is searched is closed.
  await search.fill('ankle');
  await expect(main.getByText('No entries that are open, with “ankle”.')).toBeVisible();
  await main.getByRole('button', { name: 'Include closed incidents' }).click();
  await waitForUrl(page, '/app/incidents', { search: 'ankle', open: 'all' });
  await expect(rows).toHaveText(['Lee Wong']);

  await search.fill('nothing like this');
  await expect(main.getByText('No entries with “nothing like this”.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Include closed incidents' })).toHaveCount(0);
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await waitForUrl(page, '/app/incidents', {});
  await expect(search).toHaveValue('');
  await expect(rows).toHaveText(['Zoë Park']);
});

test('An administrator searches the incidents of all subscribers, or of one @nightly', async ({
  adminPage: page,
  server,
}) => {
  // Other journeys use the same server.
  const word = `Wren${Date.now()}`;
  const [first, second] = [
    await createTeam(server, { account_name: `${word} Masonry` }),
    await createTeam(server, { account_name: `${word} Roofing` }),
  ];
  await openIncident(server, first, `Ann ${word}`);
  await openIncident(server, second, `Ben ${word}`);
  const rows = page.getByRole('main').getByRole('link', { name: /, open incident \d+$/ });

  await openPage(page, `incidents?search=${word}`, 'Incidents');
  await expect(rows).toHaveText([`Ben ${word}`, `Ann ${word}`]);
  await page.getByRole('combobox', { name: 'Subscriber' }).fill(`${word} Masonry`);
  await page.getByRole('option', { name: new RegExp(`${word} Masonry`) }).click();
  await waitForUrl(page, '/app/incidents', { search: word, team_id: String(first.user.id) });
  await expect(rows).toHaveText([`Ann ${word}`]);
});
