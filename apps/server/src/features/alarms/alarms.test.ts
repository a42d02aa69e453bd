import type { AlarmReason } from '@callpoint/contract/alarms';
import { expect, test } from 'vitest';
import { raiseAlarms } from '../../delivery/watchdog/raise-alarm.ts';
import { buildAdmin, buildAppUser, buildTeam } from '../../factories/accounts.ts';
import { buildSubmission, storeSubmissions } from '../../factories/submissions.ts';
import { openEventStream } from '../../testing/calls/event-client.ts';
import { testServer } from '../../testing/server.ts';
import { NO_CHANNELS } from '../../factories/channels.ts';

const LOCATION = { lat: 52.52, lng: 13.405, accuracy: 12 };

test('an alarm is listed for its team and for administrators, and is closed once by the account that handled it', async () => {
  const server = await testServer();
  const [team, rival] = [await buildTeam(server.db), await buildTeam(server.db)];
  const user = await buildAppUser(server.db, team.id);
  const [press] = await storeSubmissions(server.db, [
    buildSubmission(user, { item: { kind: 'form', id: 3 }, location: LOCATION }),
  ]);
  const needs = {
    db: server.db,
    channels: NO_CHANNELS,
    smsFrom: null,
    smsCountries: null,
    publicUrl: null,
  };
  const at = new Date('2026-11-21T08:14:07.000Z');
  const unnotified = (reason: AlarmReason, ...ids: number[]) => ids.map((id) => ({ id, reason }));
  const form = press?.id ?? 0;
  const [raised] = await raiseAlarms(needs, 'form', unnotified('all_failed', form, 999_999), at);
  expect(await raiseAlarms(needs, 'form', unnotified('none_planned', form), at)).toEqual([]);

  const token = await server.tokenOf('team', team.id);
  const other = await server.tokenOf('team', rival.id);
  const admin = await server.tokenOf('admin', (await buildAdmin(server.db)).id);
  const open = async (who: string) =>
    (
      await server.get('/api/v1/listPaged/alarm', {
        token: who,
        query: { filter_open: 'yes', related: 'app_user' },
      })
    ).body.items;
  const expected = {
    id: raised?.id,
    team_id: team.id,
    account_name: team.account_name,
    button_click_id: null,
    form_submission_id: press?.id,
    button_id: null,
    f_id: 3,
    submitted_at: expect.any(String),
    location: LOCATION,
    reason: 'all_failed',
    is_unnotified: true,
    raised_at: at.toISOString(),
    closed_at: null,
    closed_by: null,
    app_user: { id: user.id, name: user.name, email: user.email, phone: user.phone },
  };
  expect(await open(token)).toEqual([expected]);
  expect(await open(admin)).toEqual([expected]);
  expect(await open(other)).toEqual([]);

  const close = (who: string, id: unknown) =>
    server.post('/api/v1/close/alarm', { token: who, body: { id } });
  expect((await close(other, raised?.id)).body).toEqual((await close(other, 999_999)).body);
  expect((await close(other, raised?.id)).status).toBe(404);
  const stream = await openEventStream(server.url, token);
  expect((await close(token, raised?.id)).body).toEqual({ ok: true, msg: 'Closed.' });
  expect(await stream.received('alarm.closed')).toMatchObject({
    alarm_id: raised?.id,
    id: press?.id,
    item_id: 3,
  });
  expect((await close(admin, raised?.id)).status).toBe(200);
  expect(await open(token)).toEqual([]);
  const row = await server.db.selectFrom('alarm').select('closed_by').executeTakeFirst();
  expect(row).toEqual({ closed_by: 'team' });

  await server.post('/tapi/v1/delete/form_submission', { token, body: { id: press?.id } });
  expect(await server.db.selectFrom('alarm').select('id').execute()).toEqual([]);
});
