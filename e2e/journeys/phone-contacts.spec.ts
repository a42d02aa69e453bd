import type { TestAccount } from '../support/people.ts';
import type { Server } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

/** The people whom the phone offers to call, text or email. */

const OFFICE = { name: 'Safety office', phone: '', email: 'safety@ridgeline.example' };

async function saveContacts(
  server: Server,
  team: TestAccount,
  contacts: readonly (typeof OFFICE)[],
): Promise<void> {
  await server.withDatabase((db) =>
    db
      .updateTable('settings')
      .set({ setting_value: JSON.stringify(contacts) })
      .where('team_id', '=', team.user.id)
      .where('setting_key', '=', 'contact_person')
      .execute(),
  );
}

test('Each action is in the same column for every contact, also where a person has fewer @nightly', async ({
  openPhone,
  ana,
  server,
  team,
}) => {
  await saveContacts(server, team, [
    { name: 'Dana Whitfield', phone: '+1 303 555 0142', email: 'dana@ridgeline.example' },
    { name: 'Site trailer', phone: '+1 303 555 0100', email: '' },
    OFFICE,
  ]);
  const phone = await openPhone(ana);
  const { page } = phone;
  await phone.open('/contacts');
  const columnOf = async (name: string) => {
    const box = await page.getByRole('link', { name, exact: true }).boundingBox();
    return [Math.round(box?.x ?? 0), Math.round(box?.width ?? 0)];
  };
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(viewport);
    expect(await columnOf('Call Site trailer')).toEqual(await columnOf('Call Dana Whitfield'));
    expect(await columnOf('Text Site trailer')).toEqual(await columnOf('Text Dana Whitfield'));
    expect(await columnOf('Email Safety office')).toEqual(await columnOf('Email Dana Whitfield'));
  }
});

test('A long email address of a contact breaks before its @ @nightly', async ({
  openPhone,
  ana,
  server,
  team,
}) => {
  await saveContacts(server, team, [OFFICE]);
  const phone = await openPhone(ana, { viewport: { width: 390, height: 844 } });
  await phone.open('/contacts');
  await expect(phone.page.getByText(OFFICE.email)).toBeVisible();
  // The lines of each part of the address.
  const lines = await phone.page.evaluate(`[...document.querySelector('[class*="detail"]').childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getClientRects().length;
    })`);
  expect(lines).toEqual([1, 1]);
});
