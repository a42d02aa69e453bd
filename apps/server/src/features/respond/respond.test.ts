import { perChannel } from '@callpoint/contract/channels/channels';
import { expect, test } from 'vitest';
import { claim } from '../../delivery/queue/claim.ts';
import { buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { personalizeMessages } from '../../incidents/personal-links.ts';
import { testServer } from '../../testing/server.ts';

/** The largest page, in bytes. */
const MAX_PAGE = 30_000;

/** An incident, and the personal link in each of its emails to the safety team. */
async function ground() {
  const server = await testServer({ channels: perChannel(() => true) });
  const team = await buildTeam(server.db);
  // Another person than the owner, who gets the emails.
  await server.db
    .updateTable('settings')
    .set({ setting_value: '+13035550188' })
    .where('setting_key', '=', 'sms_to_admin_number_5')
    .execute();
  const user = await buildAppUser(server.db, team.id, { name: 'Ana <b>Ruiz</b>' });
  const [token, phone] = [await server.tokenOf('team', team.id), await server.tokenOf('app_user', user.id)];
  await server.post('/mapi/v1/button_click', {
    token: phone,
    body: { client_id: crypto.randomUUID(), button_id: 5, location: { lat: 38.8977, lng: -77.0365 } },
  });
  const incident = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const links = async (channel: 'email' | 'sms') => {
    const now = new Date(Date.now() + 1000);
    const claimed = await claim(
      server.db,
      channel,
      { all: 20, ordinary: 20 },
      now,
      new Date(now.getTime() + 60_000),
    );
    const sent = await personalizeMessages(() => server.url)(server.db, claimed);
    return sent.flatMap(({ body }) => /http:\S+\/respond\/\S+/.exec(body)?.[0] ?? []);
  };
  const read = async () => {
    const { body } = await server.get('/tapi/v1/incident', { token, query: { id: incident.id } });
    return (body as { data: Record<string, unknown> & { events: { kind: string }[] } }).data;
  };
  return { server, team, user, token, incident, links, read };
}

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('the page behind a personal link shows who needs help, and opening it changes nothing', async () => {
  const { server, links, read } = await ground();
  const [link = ''] = await links('email');
  const before = await read();
  const response = await fetch(link);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('No one has this yet');
  expect(html).toContain('38.8977, -77.0365');
  expect(html).toContain('Ana &lt;b&gt;Ruiz&lt;/b&gt;');
  expect(html).toMatch(/href="tel:\+?\d+"/);
  expect(html).not.toContain('<script');
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_PAGE);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await fetch(link, { method: 'HEAD' })).toMatchObject({ status: 200 });
  expect(await read()).toEqual(before);
  const stored = await server.db.selectFrom('incident_link').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(link.split('/').at(-1));
});

test('a recipient acknowledges, goes there and closes the incident', async () => {
  const { links, read } = await ground();
  const [link = ''] = await links('email');
  const have = await submit(link, { action: 'have', eta: '10' });
  expect([have.status, have.headers.get('location')]).toEqual([303, new URL(link).pathname]);
  expect(await read()).toMatchObject({
    state: 'acknowledged',
    owner: { via: 'link' },
    eta_at: expect.any(String),
  });
  expect(await (await fetch(link)).text()).toContain('You have this');
  await submit(link, { action: 'on_the_way' });
  await submit(link, { action: 'arrived' });
  expect(await read()).toMatchObject({ state: 'arrived' });
  expect((await submit(link, { action: 'close', outcome: 'helped', note: 'Fine.' })).status).toBe(303);
  expect(await read()).toMatchObject({ state: 'closed', outcome: 'helped', note: 'Fine.' });
  const late = await submit(link, { action: 'have' });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('This incident is closed.'),
  ]);
});

test('the second person sees who has it', async () => {
  const { links, read } = await ground();
  const [first = ''] = await links('email');
  const [second = ''] = await links('sms');
  await submit(first, { action: 'have', eta: '' });
  const { owner } = await read();
  await submit(second, { action: 'cannot' });
  expect(await read()).toMatchObject({ state: 'acknowledged', owner });
  expect((await read()).events.map(({ kind }) => kind)).toEqual(['opened', 'answered', 'answered']);
});

test('rejects unknown links, wrong fields, and actions that are not possible yet', async () => {
  const { server, links, read } = await ground();
  const [link = ''] = await links('email');
  for (const path of ['x', 'a'.repeat(150), 'A'.repeat(22)]) {
    expect((await fetch(`${server.url}/respond/${path}`)).status).toBe(404);
    expect((await submit(`${server.url}/respond/${path}`, { action: 'have' })).status).toBe(404);
  }
  const before = await read();
  const rejected = async (fields: Record<string, string>) => {
    const response = await submit(link, fields);
    return [response.status, /class="error" role="status">⚠ ([^<]*)/.exec(await response.text())?.[1]];
  };
  expect(await rejected({ action: 'have', eta: 'soon' })).toEqual([400, 'Enter the minutes as a number.']);
  expect(await rejected({ action: 'have', eta: '9999' })).toEqual([400, 'Enter at most 600 minutes.']);
  expect(await rejected({ action: 'close' })).toEqual([400, 'Choose what happened.']);
  expect(await rejected({ action: 'close', outcome: 'helped' })).toEqual([
    409,
    'Say first that you have it.',
  ]);
  expect((await rejected({ action: 'dance' }))[0]).toBe(400);
  expect(
    (await fetch(link, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
      .status,
  ).toBe(415);
  expect(await read()).toEqual(before);
});

test('oversized notes and forms are rejected, and change nothing', async () => {
  const { links, read } = await ground();
  const [link = ''] = await links('email');
  await submit(link, { action: 'have' });
  const before = await read();
  const close = { action: 'close', outcome: 'helped' };
  expect((await submit(link, { ...close, note: 'x'.repeat(2001) })).status).toBe(400);
  expect((await submit(link, { ...close, note: 'x'.repeat(5_000_000) })).status).toBe(413);
  expect(await read()).toEqual(before);
});

test('a person who can’t help cannot close the incident or report progress', async () => {
  const { links, read } = await ground();
  const [link = ''] = await links('email');
  await submit(link, { action: 'cannot' });
  for (const fields of [{ action: 'arrived' }, { action: 'close', outcome: 'false_alarm' }])
    expect((await submit(link, fields)).status).toBe(409);
  expect(await read()).toMatchObject({ state: 'open', owner: null });
});

test('a network that guesses links is limited', async () => {
  const { server } = await ground();
  const statuses = new Set<number>();
  for (let guess = 0; guess < 310; guess += 1) {
    const response = await fetch(`${server.url}/respond/${String(guess).padStart(22, 'A')}`);
    await response.arrayBuffer();
    statuses.add(response.status);
  }
  expect(statuses).toEqual(new Set([404, 429]));
});

test('the page of a drill says so, and closes it as one', async () => {
  const { server, links } = await ground();
  await server.db.updateTable('incident').set({ is_drill: 1 }).execute();
  const [link = ''] = await links('email');
  await submit(link, { action: 'have' });
  const html = await (await fetch(link)).text();
  expect(html).toContain('DRILL. This is practice. No one is in danger.');
  expect(html.match(/<option value="\w*">/g)).toEqual(['<option value="drill">']);
});

test('a link expires 48 hours after the incident was closed', async () => {
  const { server, token, incident, links } = await ground();
  const [link = ''] = await links('email');
  await server.post('/tapi/v1/close/incident', { token, body: { id: incident.id, outcome: 'other' } });
  expect((await fetch(link)).status).toBe(200);
  const closedAt = new Date(Date.now() - 48 * 3_600_000 - 1000).toISOString();
  await server.db.updateTable('incident').set({ closed_at: closedAt }).execute();
  expect((await fetch(link)).status).toBe(404);
});
