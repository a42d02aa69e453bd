import type { Page } from '@playwright/test';
import { createPhone } from '../support/records.ts';
import { expect, test } from '../support/test.ts';

/** Where map tiles are configured, an incident has a map; without them, the positions are drawn. */

const TILES = 'https://tiles.example';
/** A picture of one gray pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mO8fft2PQAHiwL9DlxmXwAAAABJRU5ErkJggg==',
  'base64',
);

test.use({
  serverOptions: {
    variables: { MAP_TILES_URL: `${TILES}/{z}/{x}/{y}.png`, MAP_TILES_CREDIT: 'Tiles <b>Inc.</b>' },
  },
});

const map = (page: Page) => page.getByRole('region', { name: 'Positions of the phone' });
const plot = (page: Page) => page.getByRole('img', { name: 'Positions of the phone' });

async function openIncident(page: Page): Promise<void> {
  await page.goto('/app/incidents');
  await page.getByRole('link', { name: /^Ana Flores, open incident/ }).click();
}

test('The map shows the position on the tiles, names whom they are from, and follows the phone', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowOrigin(TILES);
  await page.route(`${TILES}/**`, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
  const phone = await createPhone(server, team);
  await phone.press(5, { lat: 52.52, lng: 13.405, accuracy: 40 });
  await openIncident(page);
  await expect(map(page).getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(map(page).getByText('Tiles <b>Inc.</b>')).toBeVisible();
  await expect(map(page).locator('img').first()).toHaveAttribute('src', /^https:\/\/tiles\.example\/\d+\//);
  // The position with its accuracy.
  await expect(map(page).locator('path')).toHaveCount(2);
  await expect(plot(page)).toHaveCount(0);
});

test('If the tiles or the code of the map cannot be loaded, the coordinates remain; several positions are drawn @nightly', async ({
  teamPage: page,
  server,
  team,
  monitor,
}) => {
  monitor.allowOrigin(TILES);
  await page.route(`${TILES}/**`, (route) => route.abort());
  await (await createPhone(server, team)).press(5, { lat: 52.52, lng: 13.405 });
  const tile = page.waitForRequest(`${TILES}/**`);
  await openIncident(page);
  await tile;
  await expect(map(page)).toHaveCount(0);
  await expect(plot(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: '52.52, 13.405' })).toBeVisible();

  const earlier = { lat: 52.5185, lng: 13.4012, accuracy: 30, at: null };
  await server.withDatabase((db) =>
    db
      .updateTable('button_click')
      .set({ earlier_locations: JSON.stringify([earlier]) })
      .execute(),
  );

  monitor.allowNetworkFailures();
  await page.route('**/leaflet-map-*.js', (route) => route.abort());
  await page.reload();
  await expect(plot(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I have it' })).toBeVisible();
});
