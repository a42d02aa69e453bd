import { expect, test } from 'vitest';
import { buildAppUser } from '../../factories/accounts.ts';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';

/** The largest page, in bytes. */
const MAX_PAGE = 30_000;

test('the page behind a personal link shows who needs help, and opening it changes nothing', async () => {
  const { server, links, read } = await incidentWithLinks();
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
  const { links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const have = await submitForm(link, { action: 'have', eta: '10' });
  expect([have.status, have.headers.get('location')]).toEqual([303, new URL(link).pathname]);
  expect(await read()).toMatchObject({
    state: 'acknowledged',
    owner: { via: 'link' },
    eta_at: expect.any(String),
  });
  expect(await (await fetch(link)).text()).toContain('You have this');
  await submitForm(link, { action: 'on_the_way' });
  await submitForm(link, { action: 'arrived' });
  expect(await read()).toMatchObject({ state: 'arrived' });
  expect((await submitForm(link, { action: 'close', outcome: 'helped', note: 'Fine.' })).status).toBe(303);
  expect(await read()).toMatchObject({ state: 'closed', outcome: 'helped', note: 'Fine.' });
  const late = await submitForm(link, { action: 'have' });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('This incident is closed.'),
  ]);
});

test('the second person sees who has it', async () => {
  const { links, read } = await incidentWithLinks();
  const [first = ''] = await links('email');
  const [second = ''] = await links('sms');
  await submitForm(first, { action: 'have', eta: '' });
  const { owner } = await read();
  await submitForm(second, { action: 'cannot' });
  expect(await read()).toMatchObject({ state: 'acknowledged', owner });
  expect((await read()).events.map(({ kind }) => kind)).toEqual(['opened', 'answered', 'answered']);
});

test('of two people who acknowledge by link at the same time, one has it, and both see who it is', async () => {
  const { links, read } = await incidentWithLinks();
  const [first = ''] = await links('email');
  const [second = ''] = await links('sms');
  const both = [first, second];
  const answered = await Promise.all(both.map((link) => submitForm(link, { action: 'have' })));
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
  const { server, user, links, read } = await incidentWithLinks();
  const [link = ''] = await links('sms');
  const known = { name: user.name, email: user.email.replace('@', '-private@'), phone: '+13035550188' };
  const before = await read();
  // Two app users are one person: the number of the SMS is that of the one who pressed.
  await buildAppUser(server.db, user.team_id, known);
  await server.db.updateTable('incident').set({ user_phone: known.phone, user_email: '' }).execute();
  for (const fields of [{ action: 'have' }, { action: 'cannot' }]) {
    const response = await submitForm(link, fields);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('You can’t answer your own incident. Another person must.'),
    ]);
  }
  expect(await read()).toMatchObject({ state: 'open', owner: null, events: before.events });
});

test('rejects unknown links, wrong fields, and actions that are not possible yet', async () => {
  const { server, links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  for (const path of ['x', 'a'.repeat(150), 'A'.repeat(22)]) {
    expect((await fetch(`${server.url}/respond/${path}`)).status).toBe(404);
    expect((await submitForm(`${server.url}/respond/${path}`, { action: 'have' })).status).toBe(404);
  }
  const before = await read();
  const rejected = async (fields: Record<string, string>) => {
    const response = await submitForm(link, fields);
    return [response.status, /class="error" role="status">⚠ ([^<]*)/.exec(await response.text())?.[1]];
  };
  expect(await rejected({ action: 'have', eta: 'soon' })).toEqual([400, 'Enter the minutes as a number.']);
  expect(await rejected({ action: 'have', eta: '9999' })).toEqual([400, 'Enter at most 600 minutes.']);
  expect(await rejected({ action: 'close' })).toEqual([400, 'Choose what happened.']);
  expect(await rejected({ action: 'close', outcome: 'helped' })).toEqual([
    409,
    'First, say that you have it.',
  ]);
  expect((await rejected({ action: 'dance' }))[0]).toBe(400);
  expect(
    (await fetch(link, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
      .status,
  ).toBe(415);
  expect(await read()).toEqual(before);
});

test('oversized notes and forms are rejected, and change nothing', async () => {
  const { links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  await submitForm(link, { action: 'have' });
  const before = await read();
  const close = { action: 'close', outcome: 'helped' };
  expect((await submitForm(link, { ...close, note: 'x'.repeat(2001) })).status).toBe(400);
  const rejected = await submitForm(link, { ...close, note: 'x'.repeat(5_000_000) });
  expect([rejected.status, rejected.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  expect(await rejected.text()).toMatch(/<h1>This did not work<\/h1>[^]*class="error"/);
  expect(await read()).toEqual(before);
});

test('the note of a closing that was rejected is not lost, and a line break counts as one character', async () => {
  const { server, token, incident, links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  await submitForm(link, { action: 'have' });
  const note = '<b>Called twice.</b>\r\nShe is fine.';
  const shown = '&lt;b>Called twice.&lt;/b>\nShe is fine.</textarea>';
  const invalid = await submitForm(link, { action: 'close', outcome: 'x', note });
  expect([invalid.status, await invalid.text()]).toEqual([400, expect.stringContaining(shown)]);
  const drill = await submitForm(link, { action: 'close', outcome: 'drill', note });
  expect([drill.status, await drill.text()]).toEqual([409, expect.stringContaining(shown)]);
  await server.post('/tapi/v1/close/incident', { token, body: { id: incident.id, outcome: 'helped' } });
  const late = await submitForm(link, { action: 'close', outcome: 'other', note });
  expect(late.status).toBe(409);
  expect(await late.text()).toMatch(/Your note, which was not saved<[^]*She is fine\./);
  expect(await read()).toMatchObject({ outcome: 'helped', note: '' });
});

test('a note with the most characters may have line breaks', async () => {
  const { links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  await submitForm(link, { action: 'have' });
  const note = `${'x'.repeat(998)}\r\n${'x'.repeat(1001)}`;
  expect((await submitForm(link, { action: 'close', outcome: 'helped', note })).status).toBe(303);
  expect((await read())['note']).toHaveLength(2000);
});

test('a person who can’t help cannot close the incident or report progress', async () => {
  const { links, read } = await incidentWithLinks();
  const [link = ''] = await links('email');
  await submitForm(link, { action: 'cannot' });
  for (const fields of [{ action: 'arrived' }, { action: 'close', outcome: 'false_alarm' }])
    expect((await submitForm(link, fields)).status).toBe(409);
  expect(await read()).toMatchObject({ state: 'open', owner: null });
});

test('guesses of a network and answers by one link are limited; valid links open for any number of people', async () => {
  const { server, links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const statuses = new Set<number>();
  for (let guess = 0; guess < 310; guess += 1) {
    const response = await fetch(`${server.url}/respond/${String(guess).padStart(22, 'A')}`);
    await response.arrayBuffer();
    statuses.add(response.status);
  }
  expect(statuses).toEqual(new Set([404, 429]));
  const answers = new Set<number>();
  for (let answer = 0; answer < 70; answer += 1)
    answers.add((await submitForm(link, { action: answer % 2 === 0 ? 'have' : 'cannot' })).status);
  expect(answers).toEqual(new Set([303, 429]));
  const encoded = link.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
  for (const other of [`${link}?again`, encoded])
    expect((await submitForm(other, { action: 'have' })).status).toBe(429);
  for (let person = 0; person < 310; person += 1) {
    const response = await fetch(link);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  }
});

test('a link expires 48 hours after the incident was closed', async () => {
  const { server, token, incident, links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  await server.post('/tapi/v1/close/incident', { token, body: { id: incident.id, outcome: 'other' } });
  expect((await fetch(link)).status).toBe(200);
  const closedAt = new Date(Date.now() - 48 * 3_600_000 - 1000).toISOString();
  await server.db.updateTable('incident').set({ closed_at: closedAt }).execute();
  expect((await fetch(link)).status).toBe(404);
});
