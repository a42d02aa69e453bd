import { perChannel } from '@callpoint/contract/channels/channels';
import { defaultPolicy } from '@callpoint/contract/escalation';
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

test('of two people who acknowledge by link at the same time, one has it, and both see who it is', async () => {
  const { links, read } = await ground();
  const [first = ''] = await links('email');
  const [second = ''] = await links('sms');
  const both = [first, second];
  const answered = await Promise.all(both.map((link) => submit(link, { action: 'have' })));
  expect(answered.map(({ status }) => status)).toEqual([303, 303]);
  const { name } = (await read())['owner'] as { name: string };
  const seen = await Promise.all(
    both.map(async (link) =>
      /class="state taken">([^<]*)/.exec(await (await fetch(link)).text())?.[1]?.replaceAll('&#39;', "'"),
    ),
  );
  expect(seen).toHaveLength(2);
  expect(new Set(seen)).toEqual(new Set(['You have this', `${name} has this`]));
});

test('the person who pressed can’t acknowledge at an address that belongs to them after all', async () => {
  const { server, user, links, read } = await ground();
  const [link = ''] = await links('sms');
  const known = { name: user.name, email: user.email.replace('@', '-private@'), phone: '+13035550188' };
  const before = await read();
  // Two app users are one person: the number of the SMS is that of the one who pressed.
  await buildAppUser(server.db, user.team_id, known);
  await server.db.updateTable('incident').set({ user_phone: known.phone, user_email: '' }).execute();
  for (const fields of [{ action: 'have' }, { action: 'cannot' }]) {
    const response = await submit(link, fields);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('You can’t answer your own incident. Another person must.'),
    ]);
  }
  expect(await read()).toMatchObject({ state: 'open', owner: null, events: before.events });
});

/** The line of a person in the list of those who were notified. */
const lineOf = async (url: string, who: string) =>
  /<ul>(.*)<\/ul>/
    .exec(await (await fetch(url)).text())?.[1]
    ?.split('</li>')
    .find((line) => line.includes(who));

test('a person who acknowledged over another address or in the console continues by link', async () => {
  for (const how of ['sms', 'console'] as const) {
    const { server, team, token, incident, links, read } = await ground();
    // All addresses are the account owner’s.
    await server.db.updateTable('team').set({ phone: '+13035550188' }).where('id', '=', team.id).execute();
    const [mail = ''] = await links('email');
    const [sms = ''] = await links('sms');
    const body = { id: incident.id, answer: 'have' };
    if (how === 'sms') await submit(sms, { action: 'have' });
    else await server.post('/tapi/v1/answer/incident', { token, body });
    const html = await (await fetch(mail)).text();
    for (const part of ['You have this', 'I am on the way', 'It is over']) expect(html).toContain(part);
    expect((await submit(mail, { action: 'have', eta: '12' })).status).toBe(303);
    expect((await submit(mail, { action: 'on_the_way' })).status).toBe(303);
    expect(await read()).toMatchObject({ state: 'on_the_way', eta_at: expect.any(String) });
    expect((await submit(mail, { action: 'close', outcome: 'helped' })).status).toBe(303);
    expect(await read()).toMatchObject({ state: 'closed' });
  }
});

test('each person is listed once with their newest answer, also one who answered in the console', async () => {
  const { server, token, incident, links } = await ground();
  const kim = { name: 'Kim Lee', email: 'kim@safety.example', phone: '+13035550188' };
  const value = JSON.stringify([kim]);
  const change = server.db.updateTable('settings').set({ setting_value: value });
  await change.where('setting_key', '=', 'contact_person').execute();
  const [mail = ''] = await links('email');
  const [sms = ''] = await links('sms');
  await submit(sms, { action: 'cannot' });
  expect(await lineOf(mail, 'Kim')).toBe('<li>Kim Lee, SMS: can’t');
  await server.post('/tapi/v1/answer/incident', { token, body: { id: incident.id, answer: 'have' } });
  const owner = await lineOf(sms, 'Email');
  expect(owner).toMatch(/^<li>[^:]+, Email, console: has it$/);
  await submit(sms, { action: 'have' });
  expect(await lineOf(mail, 'Kim')).toBe('<li>Kim Lee, SMS: can help');
  expect((await submit(sms, { action: 'arrived' })).status).toBe(409);
});

test('the page has under 30 kB with 500 people and the longest texts, and shows who has responded', async () => {
  const { server, links, incident, team } = await ground();
  const [link = ''] = await links('email');
  const policy = { ...defaultPolicy(5), procedure: '&'.repeat(4000) };
  const reason = JSON.stringify({ reason: '&'.repeat(500) });
  const at = new Date().toISOString();
  await server.db
    .updateTable('incident')
    .set({ policy: JSON.stringify(policy), user_name: '"'.repeat(100), safe_at: at })
    .execute();
  const event = { seq: 2, at, kind: 'safe', actor: null, data: reason, hash: '' };
  const of = { incident_id: incident.id, team_id: team.id };
  await server.db
    .insertInto('incident_event')
    .values({ ...event, ...of })
    .execute();
  for (let number = 0; number < 500; number += 1) {
    const answer = number === 499 ? 'cannot' : null;
    await server.db
      .insertInto('incident_responder')
      .values({
        ...of,
        channel: 'email',
        role: 'team',
        address: `p${number}@safety.example`,
        person: `p${number}`,
        name: `${number} ${'&'.repeat(95)}`,
        answer,
        answered_at: answer && at,
      })
      .execute();
  }
  const html = await (await fetch(link)).text();
  expect(Buffer.byteLength(html)).toBeLessThan(MAX_PAGE);
  expect(html).toMatch(/<li>499 .*: can’t<\/li>/);
  expect(html).toMatch(/<p>And 49\d more: 49\d no answer yet.<\/p>/);
  expect(html).toContain('&amp;'.repeat(4000));
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

test('the page says that nobody pressed if a check-in was not answered', async () => {
  const { server, links } = await ground();
  const [link = ''] = await links('email');
  expect(await (await fetch(link)).text()).toContain('<p>Pressed at ');
  const data = JSON.stringify({ is_drill: false, check_in: true });
  await server.db.updateTable('incident_event').set({ data }).execute();
  expect(await (await fetch(link)).text()).toContain('<p>No answer to a check-in. Raised at ');
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
