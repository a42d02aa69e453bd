import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { purgeDeletedItems } from '../../../delivery/queue/purge-deleted.ts';
import { DAY, MINUTE } from '../../../scheduling/durations.ts';
import { buildCheckIn, testMonitor } from '../../../testing/phones/check-ins.ts';
import { pressWorld } from '../../../testing/incidents/press-world.ts';
import type { IncidentFile } from '../../../incidents/timeline/export-chain.ts';
import { verifyExport } from '../../../incidents/timeline/verify-export.ts';

type World = Awaited<ReturnType<typeof pressWorld>>;

/** The press in both formats. The hashes of the file are verified. */
async function exportsOf({ server, token }: World, id: number) {
  const { body: json } = await server.get('/tapi/v1/incidentExport', { token, query: { id } });
  const file = json.file as IncidentFile;
  expect(verifyExport(file, file.hash)).toEqual([]);
  const { body } = await server.get('/tapi/v1/incidentPdf', { token, query: { id } });
  const { text } = await extractText(new Uint8Array(Buffer.from(body.pdf, 'base64')), { mergePages: true });
  // The lines before the timeline.
  const [head = ''] = text.split('Timeline');
  return { presses: file.rows.filter(({ kind }) => kind === 'press').map(({ data }) => data), head };
}

test('a deleted press is exported with its person and location, and with the time of its deletion', async () => {
  const world = await pressWorld();
  const { server, token, user, press } = world;
  const { pressId, incident } = await press();
  const id = incident?.id ?? 0;
  const before = await exportsOf(world, id);
  expect(before.head).not.toContain('deleted');
  await server.post('/tapi/v1/delete/button_click', { token, body: { id: pressId } });
  for (const outcome of [null, 'helped']) {
    if (outcome) await server.post('/tapi/v1/close/incident', { token, body: { id, outcome } });
    const { presses, head } = await exportsOf(world, id);
    const deleted = { deleted_at: expect.any(String), is_purged: false };
    expect(presses).toEqual([{ ...before.presses[0], ...deleted }]);
    expect(presses[0]).toMatchObject({ name: user.name, location: { lat: 38.8977, lng: -77.0365 } });
    expect(head).toContain(user.name);
    expect(head).toMatch(/Location\s+38\.8977, -77\.0365/);
    expect(head).toMatch(/Record\s+deleted \w{3} \d/);
    expect(head).not.toContain('no longer stored');
  }
});

test('after a deleted press was purged, the export says so and still names the person', async () => {
  const world = await pressWorld();
  const { server, token, user, press } = world;
  const { pressId, incident } = await press();
  await server.post('/tapi/v1/delete/button_click', { token, body: { id: pressId } });
  const { deleted_at } = await server.db
    .selectFrom('deleted_item')
    .select('deleted_at')
    .executeTakeFirstOrThrow();
  expect(await purgeDeletedItems(server.db, new Date(Date.now() + DAY))).toBe(1);
  const { presses, head } = await exportsOf(world, incident?.id ?? 0);
  expect(presses).toMatchObject([
    { id: pressId, name: user.name, location: null, deleted_at: expect.any(String), is_purged: true },
  ]);
  const recorded = Date.parse(String(presses[0]?.['deleted_at']));
  expect(Math.abs(recorded - Date.parse(deleted_at))).toBeLessThan(MINUTE);
  expect(head).toContain(user.name);
  expect(head).toMatch(/Location\s+deleted/);
  expect(head).toMatch(/Record\s+deleted \w{3} \d.*; its location is no longer stored/);
});

test('the PDF of an emergency that a check-in raised does not say that someone pressed', async () => {
  const world = await pressWorld();
  const { server, user, press } = world;
  const pressed = await press();
  expect((await exportsOf(world, pressed.incident?.id ?? 0)).head).toMatch(/Pressed\s+\w{3} \d/);
  await buildCheckIn(server.db, user, { dueAt: new Date(Date.now() - 10 * MINUTE) });
  await testMonitor(server.db).check();
  const raised = await server.db
    .selectFrom('incident')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(raised.id).not.toBe(pressed.incident?.id);
  const { head } = await exportsOf(world, raised.id);
  expect(head).toMatch(/No answer to a check-in\s+raised \w{3} \d/);
  expect(head).not.toContain('Pressed');
});
