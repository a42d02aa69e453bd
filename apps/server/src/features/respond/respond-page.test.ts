import { defaultPolicy } from '@callpoint/contract/escalation';
import { expect, test } from 'vitest';
import { buildAppUser } from '../../factories/accounts.ts';
import { incidentWithLinks, submitForm } from '../../testing/incidents/personal-links.ts';

/** The largest page, in bytes. */
const MAX_PAGE = 30_000;

/** The line of a person in the list of those who were notified. */
const lineOf = async (url: string, who: string) =>
  /<ul>(.*)<\/ul>/
    .exec(await (await fetch(url)).text())?.[1]
    ?.split('</li>')
    .find((line) => line.includes(who));

test('a person who acknowledged over another address or in the console continues by link', async () => {
  for (const how of ['sms', 'console'] as const) {
    const { server, team, token, incident, links, read } = await incidentWithLinks();
    // All addresses are the account owner’s.
    await server.db.updateTable('team').set({ phone: '+13035550188' }).where('id', '=', team.id).execute();
    const [mail = ''] = await links('email');
    const [sms = ''] = await links('sms');
    const body = { id: incident.id, answer: 'have' };
    if (how === 'sms') await submitForm(sms, { action: 'have' });
    else await server.post('/tapi/v1/answer/incident', { token, body });
    const html = await (await fetch(mail)).text();
    for (const part of ['You have this', 'I am on the way', 'It is over']) expect(html).toContain(part);
    expect((await submitForm(mail, { action: 'have', eta: '12' })).status).toBe(303);
    expect((await submitForm(mail, { action: 'on_the_way' })).status).toBe(303);
    expect(await read()).toMatchObject({ state: 'on_the_way', eta_at: expect.any(String) });
    expect((await submitForm(mail, { action: 'close', outcome: 'helped' })).status).toBe(303);
    expect(await read()).toMatchObject({ state: 'closed' });
  }
});

test('an arrival is expected until its time, and was expected after it', async () => {
  const { server, incident, links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  await submitForm(link, { action: 'have', eta: '12' });
  const read = async () => /class="state taken">([^<]*)/.exec(await (await fetch(link)).text())?.[1];
  expect(await read()).toMatch(/^You have this, expected at /);
  const past = { eta_at: new Date(Date.now() - 60_000).toISOString() };
  await server.db.updateTable('incident').set(past).where('id', '=', incident.id).execute();
  expect(await read()).toMatch(/^You have this, and were expected at /);
});

test('each person is listed once with their newest answer, also one who answered in the console', async () => {
  const { server, token, incident, links } = await incidentWithLinks();
  const kim = { name: 'Kim Lee', email: 'kim@safety.example', phone: '+13035550188' };
  const value = JSON.stringify([kim]);
  const change = server.db.updateTable('settings').set({ setting_value: value });
  await change.where('setting_key', '=', 'contact_person').execute();
  const [mail = ''] = await links('email');
  const [sms = ''] = await links('sms');
  await submitForm(sms, { action: 'cannot' });
  expect(await lineOf(mail, 'Kim')).toBe('<li>Kim Lee, SMS: can’t');
  await server.post('/tapi/v1/answer/incident', { token, body: { id: incident.id, answer: 'have' } });
  const owner = await lineOf(sms, 'Email');
  expect(owner).toMatch(/^<li>[^:]+, Email, console: has it$/);
  await submitForm(sms, { action: 'have' });
  expect(await lineOf(mail, 'Kim')).toBe('<li>Kim Lee, SMS: can help');
  expect((await submitForm(sms, { action: 'arrived' })).status).toBe(409);
});

test('the page does not claim that a person was notified to whom no message got through', async () => {
  const { server, links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const setState = (state: string) =>
    server.db.updateTable('delivery').set({ state }).where('channel', '=', 'sms').execute();
  const texts = {
    pending: 'message not sent yet',
    sending: 'message not sent yet',
    sent: 'no answer yet',
    failed: 'no message got through',
    held: 'no message got through',
    skipped: 'no message got through',
  };
  for (const [state, text] of Object.entries(texts)) {
    await setState(state);
    expect(await lineOf(link, '0188')).toMatch(new RegExp(`SMS: ${text}$`));
  }
  // An answer shows that one did.
  const [sms = ''] = await setState('pending').then(() => links('sms'));
  await submitForm(sms, { action: 'cannot' });
  await setState('failed');
  expect(await lineOf(link, '0188')).toMatch(/SMS: can’t$/);
});

test('the page has under 30 kB with 500 people and the longest texts, and shows who has responded', async () => {
  const { server, links, incident, team } = await incidentWithLinks();
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
  expect(html).toMatch(/<p>And 49\d more: 49\d no answer yet, 1 message not sent yet\.<\/p>/);
  expect(html).toContain('&amp;'.repeat(4000));

  // A rejected form has the complete note, and the start of the procedure.
  await submitForm(link, { action: 'have' });
  for (const character of ['&', '字', '👍']) {
    const note = character.repeat(2000 / character.length);
    const rejected = await submitForm(link, { action: 'close', outcome: '', note });
    expect(rejected.status).toBe(400);
    const page = await rejected.text();
    expect(Buffer.byteLength(page)).toBeLessThan(MAX_PAGE);
    expect(page).toContain(`>\n${note.replaceAll('&', '&amp;')}</textarea>`);
    expect(page).toMatch(/What to do<\/h2><p class="pre">(&amp;)+…/);
  }
});

test('an owner who becomes known after they acknowledged has it in the list', async () => {
  const { server, team, links } = await incidentWithLinks();
  const [mail = ''] = await links('email');
  const [sms = ''] = await links('sms');
  await submitForm(sms, { action: 'have' });
  await buildAppUser(server.db, team.id, { name: 'Kim Lee', phone: '+13035550188' });
  await submitForm(mail, { action: 'have' });
  expect(await lineOf(mail, 'Kim')).toBe('<li>Kim Lee, SMS: has it');
});

test('the page of a drill does not ask for a call to 911, and has no color of an emergency', async () => {
  const { server, links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const policy = JSON.stringify({ ...defaultPolicy(5), procedure: 'Call 911.' });
  await server.db.updateTable('incident').set({ policy }).execute();
  const read = async () => await (await fetch(link)).text();
  expect(await read()).toContain('<h2>What to do</h2><p class="pre">Call 911.</p>');
  expect(await read()).toContain('<p class="state open">No one has this yet</p>');
  await server.db.updateTable('incident').set({ is_drill: 1 }).execute();
  expect(await read()).toContain('<p class="state practice">No one has this yet</p>');
  expect(await read()).toContain('<h2>What to do in a real emergency</h2><p class="pre">Call 911.</p>');
});

test('“I can’t” is confirmed, the page says whether others are asked, and the person may still have it', async () => {
  const { server, incident, links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const read = async () => await (await fetch(link)).text();
  await submitForm(link, { action: 'cannot' });
  expect(await read()).toContain('You answered: I can’t. Others are being asked.</p>');
  // No red button asks for the same answer again.
  expect(await read()).toContain('<button class="">I have it after all</button>');
  expect(await read()).not.toMatch(/class="primary"|>I can’t<\/button>/);
  // No step is left, and no message of the others got through.
  await server.db.updateTable('incident').set({ next_run_at: null }).execute();
  await server.db.updateTable('delivery').set({ state: 'failed' }).execute();
  expect(await read()).toContain('You answered: I can’t. No one else is being asked.</p>');
  const owner = JSON.stringify({ name: 'Kim Lee', via: 'console', role: 'team' });
  const now = new Date().toISOString();
  await server.db
    .updateTable('incident')
    .set({ state: 'acknowledged', owner, acknowledged_at: now })
    .where('id', '=', incident.id)
    .execute();
  expect(await read()).toContain('You answered: I can’t.</p>');
  expect(await read()).toContain('Kim Lee has this');
  await server.db
    .updateTable('incident')
    .set({ state: 'open', owner: null, acknowledged_at: null })
    .execute();
  await submitForm(link, { action: 'have' });
  expect(await read()).toContain('You have this');
  expect(await read()).not.toContain('You answered');
});

test('a closed incident no longer shows what to do', async () => {
  const { links } = await incidentWithLinks();
  const [link = ''] = await links('email');
  const read = async () => await (await fetch(link)).text();
  await submitForm(link, { action: 'have' });
  const open = await read();
  for (const text of ['What to do', 'Save arrival time', '>The person was helped</option>'])
    expect(open).toContain(text);
  await submitForm(link, { action: 'close', outcome: 'helped' });
  expect(await read()).toContain('Closed at');
  expect(await read()).not.toContain('What to do');
});
