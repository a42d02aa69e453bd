import type { Locator } from '@playwright/test';
import { buildSubmission, storeSubmissions } from '@callpoint/server/factories/submissions';
import { plannedEmail } from '@callpoint/server/testing/outbox';
import { openPage } from '../support/page-actions.ts';
import { createAppUser, createTeam } from '../support/people.ts';
import { saveSetting } from '../support/settings.ts';
import { expect, test } from '../support/test.ts';

/** In the window of a small laptop, texts that people compare are readable. */

test.use({ viewport: { width: 1280, height: 800 } });

async function widthOf(one: Locator): Promise<number> {
  return Math.round((await one.boundingBox())?.width ?? 0);
}

async function heightOf(one: Locator): Promise<number> {
  return Math.round((await one.boundingBox())?.height ?? Infinity);
}

test('The list of a form has room for names and messages, next to emails on one line', async ({
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
  expect(await widthOf(message)).toBeGreaterThanOrEqual(90);
  for (const [name, width] of [
    ['Name', 104],
    ['Company', 84],
  ] as const)
    expect(await widthOf(page.getByRole('columnheader', { name })), name).toBeGreaterThanOrEqual(width);
  const email = page.locator('td a[href^="mailto:"]');
  expect((await email.boundingBox())?.height).toBeLessThan(30);
  // No column is beyond the window.
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeInViewport({ ratio: 1 });
});

test('A row has one height: the time is complete next to the mark of a delayed form, and images are side by side', async ({
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
    }
    const [time, mark, cell] = await row
      .getByRole('cell')
      .filter({ has: page.locator('time') })
      .evaluate((one) =>
        [one.querySelector('time'), one.querySelector('time + span svg'), one].map((part) => {
          const { left = 0, right = 0 } = part?.getBoundingClientRect() ?? {};
          return { left, right, isCut: (part?.scrollWidth ?? 0) > (part?.clientWidth ?? 0) + 1 };
        }),
      );
    expect(time?.isCut).toBe(false);
    expect(mark?.left).toBeGreaterThanOrEqual(time?.right ?? Infinity);
    expect(mark?.right).toBeLessThanOrEqual(cell?.right ?? 0);
  }
});

test('Dense rows of messages and of all subscribers’ records have one line', async ({
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
    const lines = row.getByText(path === 'records' ? user.email : 'Not configured').locator('..');
    expect(await heightOf(lines), title).toBeLessThan(26);
  }
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

test('On a card, the location is on the line of the messages', async ({ teamPage: page, server, team }) => {
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
    return { label: topOf('Messages'), location: topOf('38.8977, -77.0365') };
  });
  expect(Math.abs(tops.location - tops.label)).toBeLessThan(1);
});
