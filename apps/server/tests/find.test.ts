import { expect, test } from 'vitest';
import { buildAdmin, buildTeam } from '../src/factories/accounts.ts';
import { buildConfiguration, changeSettings } from '../src/factories/configuration.ts';
import { testServer } from '../src/testing/server.ts';

/** The search of the console: what it finds first, and whose. */

async function twoSubscribers() {
  const server = await testServer();
  const [own, other] = [await buildTeam(server.db), await buildTeam(server.db)];
  const token = await server.tokenOf('team', own.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  return { server, own, other, token, admin };
}

test('one search finds safety contacts: a subscriber its own, an administrator those of the platform', async () => {
  const { server, token, admin, own, other } = await twoSubscribers();
  const contact = (name: string, email: string, phone: string) => ({ name, email, phone });
  await changeSettings(server.db, own.id, {
    contact_person: JSON.stringify([
      // Without an address it can’t be notified, but the list shows it.
      contact('Nadia Kern', '', ''),
      contact('Øystein Berg', 'berg@work.example', '+13035550141'),
    ]),
  });
  await changeSettings(server.db, other.id, {
    contact_person: JSON.stringify([contact('Øystein Other', 'o@other.example', '')]),
  });
  await buildConfiguration(server.db, {
    contact_person: JSON.stringify([contact('Øystein Platform', 'p@consult.example', '')]),
  });
  const contacts = async (as: string, search: string) =>
    (await server.get('/api/v1/find', { token: as, query: { search } })).body.data.contacts;
  const berg = { position: 2, ...contact('Øystein Berg', 'berg@work.example', '+13035550141') };
  for (const typed of ['oystein', 'BERG@work', '(303) 555-0141', '303.555.0141'])
    expect([typed, await contacts(token, typed)]).toEqual([typed, [berg]]);
  expect(await contacts(token, 'nadia')).toEqual([{ position: 1, ...contact('Nadia Kern', '', '') }]);
  for (const typed of ['nobody', '03', 'kern berg'])
    expect([typed, await contacts(token, typed)]).toEqual([typed, []]);
  expect(await contacts(admin, 'oystein')).toMatchObject([{ position: 1, name: 'Øystein Platform' }]);
});

test('an administrator finds the subscriber with the typed name first, however many others contain it', async () => {
  const { server, admin, token } = await twoSubscribers();
  const ids = new Map<string, number>();
  for (const account_name of ['Acme', 'ACME Roofing', '8q8% Roofs'])
    ids.set(account_name, (await buildTeam(server.db, { account_name })).id);
  for (let number = 0; number < 6; number += 1)
    await buildTeam(server.db, { account_name: `Friends of Acme ${number}` });
  const found = async (search: string, as = admin) =>
    (await server.get('/api/v1/find', { token: as, query: { search } })).body.data.subscribers.map(
      ({ account_name }: { account_name: string }) => account_name,
    );
  const newest = ['Friends of Acme 5', 'Friends of Acme 4', 'Friends of Acme 3'];
  expect(await found('acme')).toEqual(['Acme', 'ACME Roofing', ...newest]);
  expect(await found('acme r')).toEqual(['ACME Roofing']);
  expect(await found('friends')).toHaveLength(5);
  for (const typed of ['8q8%', '8q8']) expect([typed, await found(typed)]).toEqual([typed, ['8q8% Roofs']]);
  expect(await found('%')).toEqual(['8q8% Roofs']);
  expect(await found('acme', token)).toEqual([]);
});
