import type { Locator } from '@playwright/test';
import { buildPlan } from '@callpoint/server/factories/subscriptions';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { plannedEmail } from '@callpoint/server/testing/outbox';
import { callOrThrow } from '../support/calls.ts';
import { openPage } from '../support/page-actions.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { Phone } from '../support/phone.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

/** In the window of a small laptop, texts that people compare are readable. */

test.use({ viewport: { width: 1280, height: 800 } });

async function widthOf(one: Locator): Promise<number> {
  return Math.round((await one.boundingBox())?.width ?? 0);
}

/** Whether a part of a text is beyond one of the boxes around it, up to its row. */
async function isCut(one: Locator): Promise<boolean> {
  return await one.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    for (
      let box: typeof element.parentElement = element;
      box && box.tagName !== 'TR';
      box = box.parentElement
    ) {
      if (!box.computedStyleMap().get('overflow-x')?.toString().includes('hidden')) continue;
      const { right, bottom } = box.getBoundingClientRect();
      if (lines.some((line) => line.right > right + 1 || line.bottom > bottom + 2)) return true;
    }
    return false;
  });
}

async function heightOf(one: Locator): Promise<number> {
  return Math.round((await one.boundingBox())?.height ?? Infinity);
}

test('The lists of forms have room for names, companies, emails and messages; where columns have none, two are joined @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const user = await createAppUser(server, team, { name: 'Priya Raghunathan' });
  const form = (id: 1 | 2 | 3) =>
    buildSubmission(
      { ...user, team_id: team.user.id },
      {
        item: { kind: 'form', id },
        message: 'Which fire extinguisher goes next to it?',
        company: 'Mesa Electric',
      },
    );
  await server.withDatabase((db) => storeSubmissions(db, [form(1), form(2), form(3)]));
  for (const [id, title] of [
    [1, 'Ask a Safety Question'],
    [2, 'Request Safety Consultation'],
    [3, 'Need a Safety Product'],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openPage(page, `form_data/${id}`, title);
    const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
    for (const density of ['dense', 'comfortable']) {
      await page.getByLabel('Row height').selectOption(density);
      for (const [name, width] of [
        ['Name and company', 128],
        ['Email and phone', 136],
        ['Message', 150],
      ] as const)
        expect(await widthOf(header(name)), `${title}: ${name}`).toBeGreaterThanOrEqual(width);
      const row = page.getByRole('row').nth(1);
      expect(await heightOf(row), density).toBeLessThanOrEqual(density === 'dense' ? 37 : 49);
      for (const text of [user.name, 'Mesa Electric'])
        expect(await isCut(row.getByText(text).first()), text).toBe(false);
    }
    // No column is beyond the window.
    await expect(header('Actions')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 800 });
    for (const [name, width] of [
      ['Name', 104],
      ['Email', 122],
      ['Phone', 114],
      ['Company', 84],
      ['Message', 150],
    ] as const)
      expect(await widthOf(header(name)), `${title}: ${name}`).toBeGreaterThanOrEqual(width);
    await expect(header('Actions')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(page.getByRole('list', { name: title }).getByRole('listitem')).toContainText(
      'Priya Raghunathan',
    );
  }
});

test('A row has one height: the time and the word for a delayed form are complete, and images are side by side @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  const user = await createAppUser(server, team);
  const form = buildSubmission(
    { ...user, team_id: team.user.id },
    {
      item: { kind: 'form', id: 1 },
      message: 'Is this safe?',
      otherData: JSON.stringify(['/app/favicon.svg', '/app/favicon.svg']),
    },
  );
  // The widest time.
  const received = new Date(2025, 10, 26, 12, 48, 56);
  const pressedAt = new Date(2025, 10, 26, 9, 0, 0).toISOString();
  await server.withDatabase((db) => storeSubmissions(db, [{ ...form, pressedAt }], received));
  await openPage(page, 'form_data/1', 'Ask a Safety Question');
  const row = page.getByRole('row').filter({ hasText: 'Is this safe?' });
  const density = page.getByLabel('Row height');
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [value, height] of [
      ['comfortable', 48],
      ['dense', 36],
    ] as const) {
      await density.selectOption(value);
      expect(await heightOf(row), `${value} at ${width}`).toBeLessThanOrEqual(height + 1);
      const word = row.getByText('Delayed', { exact: true });
      await expect(word).toBeVisible();
      for (const one of [row.locator('time'), word])
        expect(await isCut(one), `${value} at ${width}`).toBe(false);
    }
  }
});

test('Dense rows of messages have one line, and those of all subscribers’ records two small ones @nightly', async ({
  adminPage: page,
  server,
  team,
}) => {
  const user = await createAppUser(server, team);
  const sms = plannedEmail({ channel: 'sms', address: '+12025550143', subject: null, html: null });
  const press = buildSubmission({ ...user, team_id: team.user.id }, { messages: [sms] });
  await server.withDatabase((db) => storeSubmissions(db, [press]));
  for (const [path, title] of [
    ['deliveries', 'Deliveries'],
    ['records', 'All records'],
  ] as const) {
    await openPage(page, `${path}?team_id=${team.user.id}`, title);
    await page.getByLabel('Row height').selectOption('dense');
    const row = page.getByRole('row').filter({ hasText: '+1 202 555 0143' });
    expect(await heightOf(row), title).toBeLessThanOrEqual(37);
    if (path === 'deliveries')
      expect(await heightOf(row.getByText('Not configured').locator('..'))).toBeLessThan(26);
    else for (const text of [user.email, '+1 202 555 0143']) await expect(row.getByText(text)).toBeVisible();
  }
});

test('An administrator sees a number of another country on one line, and the entire filter by subscriber @nightly', async ({
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
    const isFilterCut = await filter.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect([title, isFilterCut]).toEqual([title, false]);
  }
});

test('Who has acknowledged an emergency, and the plan of a subscriber, are complete @nightly', async ({
  adminPage: page,
  server,
  team,
}) => {
  const ana = await createAppUser(server, team);
  const phone = new Phone(server.url);
  await phone.logIn(ana.email, ana.password);
  await phone.press(5);
  await server.withDatabase(async (db) => {
    const plan = await buildPlan(db, {
      plan_name: '11-50 end users',
      plan_stripe_id: `price_narrow_${team.user.id}`,
      plan_cost_cents: 7995,
      max_users: 50,
    });
    const paid = {
      plan: 'paid',
      is_paid: 1,
      plan_id: plan.id,
      max_users: 50,
      first_name: 'Maureen',
    } as const;
    await db.updateTable('team').set(paid).where('id', '=', team.user.id).execute();
    const { id } = await db
      .selectFrom('incident')
      .select('id')
      .where('team_id', '=', team.user.id)
      .executeTakeFirstOrThrow();
    await callOrThrow(server.url, '/tapi/v1/answer/incident', {
      token: team.token,
      body: { id, answer: 'have' },
    });
  });
  for (const [path, title] of [
    [`records?team_id=${team.user.id}`, 'All records'],
    [`subscriber/button_data/${team.user.id}/5`, 'Lone Worker Emergency'],
  ] as const) {
    await openPage(page, path, title);
    const owner = page.getByRole('cell').getByText('Acknowledged by Maureen Miller');
    await expect(owner).toBeVisible();
    expect(await isCut(owner), title).toBe(false);
    expect(await heightOf(page.getByRole('row').nth(1)), title).toBeLessThanOrEqual(49);
  }
  await openPage(page, `subscribers?search=${encodeURIComponent(team.email)}`, 'Subscribers');
  const plan = page.getByRole('cell').getByText('Paid (11-50 end users - Monthly ( $79.95/monthly ))');
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isCut(plan), `${width}`).toBe(false);
    expect(await heightOf(page.getByRole('row').nth(1))).toBeLessThanOrEqual(49);
  }
});

test('The name of a safety person is centered next to the fields @nightly', async ({
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

test('On a card, the location is on the line of the messages @nightly', async ({
  teamPage: page,
  server,
  team,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const user = await createAppUser(server, team);
  const press = buildSubmission({ ...user, team_id: team.user.id });
  await server.withDatabase((db) => storeSubmissions(db, [press]));
  await openPage(page, 'button_data/5', 'Lone Worker Emergency');
  const card = page.getByRole('list', { name: 'Lone Worker Emergency' }).getByRole('listitem');
  // Both are measured in one step: the bar with the open emergency may move the list at any time.
  const tops = await card.evaluate((element) => {
    const onlyTexts = 4; // NodeFilter.SHOW_TEXT
    const texts = element.ownerDocument.createTreeWalker(element, onlyTexts);
    const topOf = (text: string) => {
      texts.currentNode = element;
      while (texts.nextNode()) {
        if (texts.currentNode.textContent !== text) continue;
        const range = element.ownerDocument.createRange();
        range.selectNode(texts.currentNode);
        return range.getBoundingClientRect().top;
      }
      throw new Error(`the card has no text ${text}`);
    };
    return { label: topOf('Messages'), location: topOf('38.8977') };
  });
  expect(Math.abs(tops.location - tops.label)).toBeLessThan(1);
});
