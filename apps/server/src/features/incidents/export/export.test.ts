import { perChannel } from '@callpoint/contract/channels/channels';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { buildAdmin, buildAppUser, buildTeam } from '../../../factories/accounts.ts';
import type { IncidentFile } from '../../../incidents/timeline/export-chain.ts';
import { verifyExport } from '../../../incidents/timeline/verify-export.ts';
import { testServer } from '../../../testing/server.ts';

async function closedIncident() {
  const server = await testServer({ channels: perChannel(() => true) });
  const team = await buildTeam(server.db, { email: 'safety@team.example', account_name: 'Ridgeline' });
  const user = await buildAppUser(server.db, team.id, { name: 'Łukasz “Lu” 李', email: 'lu@work.example' });
  const phone = await server.tokenOf('app_user', user.id);
  const token = await server.tokenOf('team', team.id);
  const location = { lat: 38.8977, lng: -77.0365 };
  const press = { client_id: crypto.randomUUID(), button_id: 5, location };
  await server.post('/mapi/v1/button_click', { token: phone, body: press });
  const { id } = await server.db.selectFrom('incident').select('id').executeTakeFirstOrThrow();
  const post = (path: string, body: object) =>
    server.post(`/tapi/v1/${path}/incident`, { token, body: { id, ...body } });
  await post('answer', { answer: 'have', eta_minutes: 10 });
  await post('note', { text: 'Gate B is open.' });
  await post('close', { outcome: 'helped', note: 'Sprained ankle.' });
  const message = await server.db
    .selectFrom('delivery')
    .select('id')
    .where('address', '=', 'safety@team.example')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('delivery_attempt')
    .values({
      delivery_id: message.id,
      at: '2026-11-25T08:00:00.000Z',
      ms: 20,
      outcome: 'sent',
      detail: '',
      fault: null,
      provider_id: 'p-1',
      provider_text: '250 Accepted as 4711',
      error_text: null,
    })
    .execute();
  return { server, token, id };
}

test('the file has the exact texts, attempts, answers and notes, and verifies', async () => {
  const { server, token, id } = await closedIncident();
  const response = await server.get('/tapi/v1/incidentExport', { token, query: { id } });
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="incident-${id}.json"`);
  const file = response.body.file as IncidentFile;
  expect(verifyExport(file, file.hash)).toEqual([]);
  const of = (kind: string) => file.rows.filter((row) => row.kind === kind).map(({ data }) => data);
  expect(of('incident')).toMatchObject([
    {
      id,
      subscriber: 'Ridgeline',
      button: 'Lone Worker Emergency',
      outcome: 'helped',
      note: 'Sprained ankle.',
    },
  ]);
  expect(of('press')).toMatchObject([{ name: 'Łukasz “Lu” 李', location: { lat: 38.8977 } }]);
  expect(of('event').map(({ kind }) => kind)).toEqual(['opened', 'answered', 'note', 'closed']);
  expect(of('recipient')).toContainEqual(expect.objectContaining({ address: 'safety@team.example' }));
  const email = of('message').find(({ address }) => address === 'safety@team.example');
  const text = of('text').find((one) => one['text'] === email?.['text']);
  const stored = await server.db
    .selectFrom('delivery as d')
    .innerJoin('message_text as t', 't.id', 'd.text_id')
    .select(['t.subject', 't.body'])
    .where('d.address', '=', 'safety@team.example')
    .executeTakeFirstOrThrow();
  expect(text).toMatchObject({ subject: stored.subject, body: stored.body });
  expect(of('attempt')).toMatchObject([
    { message: email?.['id'], outcome: 'sent', provider_id: 'p-1', detail: expect.stringContaining('4711') },
  ]);
});

test('a file has at most 20,000 attempts, and says so', async () => {
  const { server, token, id } = await closedIncident();
  await sql`
    insert into delivery_attempt (delivery_id, at, ms, outcome, detail)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 20000)
    select delivery_id, at, ms, outcome, detail from delivery_attempt cross join number
    where delivery_attempt.provider_id = 'p-1'`.execute(server.db);
  const { body } = await server.get('/tapi/v1/incidentExport', { token, query: { id } });
  const file = body.file as IncidentFile;
  expect(file.rows.filter(({ kind }) => kind === 'attempt')).toHaveLength(20_000);
  expect(file.rows.at(-1)).toMatchObject({
    kind: 'limit',
    data: { attempts: 20_000, text: 'Further attempts are not in this file.' },
  });
  expect(verifyExport(file, file.hash)).toEqual([]);
});

test('a row that was changed in the database is named', async () => {
  const { server, token, id } = await closedIncident();
  await server.db
    .updateTable('incident_event')
    .set({ data: '{"text":"Gate C is open."}' })
    .where('kind', '=', 'note')
    .execute();
  const { body } = await server.get('/tapi/v1/incidentExport', { token, query: { id } });
  expect(verifyExport(body.file)).toEqual([expect.stringContaining('event 3 was changed')]);
});

test('the PDF has the same texts on a few pages, and the numbers of characters that its font lacks', async () => {
  const { server, token, id } = await closedIncident();
  const response = await server.get('/tapi/v1/incidentPdf', { token, query: { id } });
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="incident-${id}.pdf"`);
  const { text, totalPages } = await extractText(new Uint8Array(Buffer.from(response.body.pdf, 'base64')), {
    mergePages: true,
  });
  expect(totalPages).toBeLessThan(6);
  expect(text).toContain('Łukasz “Lu” [U+674E], ');
  for (const part of ['Lone Worker Emergency', 'Gate B is open.', 'Sprained ankle.', '250 Accepted as 4711'])
    expect(text).toContain(part);
});

test('the PDF has the longest text of an email in full, and says so if something is left out', async () => {
  const { server, token, id } = await closedIncident();
  const lines = Array.from({ length: 4_000 }, (_, number) => `line-${number} of the text`);
  const long = [...lines, '李'.repeat(5_001), 'The end of the text.'].join('\n');
  const email = server.db
    .selectFrom('delivery')
    .select('text_id')
    .where('address', '=', 'safety@team.example');
  const read = async () => {
    const { body } = await server.get('/tapi/v1/incidentPdf', { token, query: { id } });
    return await extractText(new Uint8Array(Buffer.from(body.pdf, 'base64')), { mergePages: true });
  };
  const cut = 'This document ends here because of its length. The JSON file has the rest.';
  await server.db
    .updateTable('message_text')
    .set({ body: [...lines.slice(0, 1_500), 'The end of the text.'].join('\n') })
    .where('id', '=', email)
    .execute();
  const { text } = await read();
  for (const line of [
    'line-0 of',
    'line-750 of',
    'line-1499 of',
    'The end of the text.',
    '250 Accepted as 4711',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain(cut);
  await server.db.updateTable('message_text').set({ body: long }).where('id', '=', email).execute();
  const full = await read();
  expect(full.totalPages).toBeLessThan(63);
  expect(full.text).toContain(cut);
});

test('the PDF has a text without spaces in full', async () => {
  const { server, token, id } = await closedIncident();
  const run = Array.from({ length: 500 }, (_, number) => `w${String(number).padStart(3, '0')}`).join('');
  const body = Array.from({ length: 20 }, () => run).join('\n');
  await server.db
    .updateTable('message_text')
    .set({ body })
    .where(
      'id',
      '=',
      server.db.selectFrom('delivery').select('text_id').where('address', '=', 'safety@team.example'),
    )
    .execute();
  const response = await server.get('/tapi/v1/incidentPdf', { token, query: { id } });
  const { text } = await extractText(new Uint8Array(Buffer.from(response.body.pdf, 'base64')), {
    mergePages: true,
  });
  expect(text.replaceAll(/[\s\u200B]/g, '')).toContain(run);
});

test('only the subscriber and administrators get it, and each export is audited', async () => {
  const { server, token, id } = await closedIncident();
  const other = await server.tokenOf('team', (await buildTeam(server.db)).id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  for (const path of ['incidentExport', 'incidentPdf']) {
    const rejected = await server.get(`/tapi/v1/${path}`, { token: other, query: { id } });
    expect([rejected.status, rejected.body.msg]).toEqual([404, 'The incident does not exist.']);
    expect((await server.get(`/tapi/v1/${path}`, { token, query: { id } })).status).toBe(200);
    expect((await server.get(`/api/v1/${path}`, { token: admin, query: { id } })).status).toBe(200);
  }
  const audited = await server.db
    .selectFrom('audit')
    .select(['actor_role', 'subject_id', 'detail'])
    .where('action', '=', 'export')
    .orderBy('id')
    .execute();
  expect(audited).toEqual(
    ['json', 'pdf'].flatMap((detail) => [
      { actor_role: 'team', subject_id: id, detail },
      { actor_role: 'admin', subject_id: id, detail },
    ]),
  );
});
