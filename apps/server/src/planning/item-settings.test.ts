import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import { buildTeam } from '../factories/accounts.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { readMarkedSettings } from '../testing/marked-settings.ts';
import type { Db } from '../db/tables.ts';
import { readItemSettings } from './item-settings.ts';

const ITEM = { kind: 'button', id: 5 } as const;

async function setConfig(db: Db, config_key: string, config_value: string): Promise<void> {
  const updated_at = new Date().toISOString();
  await db
    .insertInto('config')
    .values({ config_key, config_value, updated_at })
    .onConflict((conflict) => conflict.column('config_key').doUpdateSet({ config_value, updated_at }))
    .execute();
}

test('the settings of a press are those of this moment, whichever of their tables was changed', async () => {
  const { db } = await testDatabase();
  const team = await buildTeam(db, { first_name: 'Ann', last_name: 'Lee', email: 'ann@work.example' });
  const other = await buildTeam(db);
  const setTeam = (values: { [Column in 'first_name' | 'email' | 'phone' | 'time_zone']?: string }) =>
    db.updateTable('team').set(values).where('id', '=', team.id).execute();
  const read = () => readItemSettings(db, team.id, ITEM);
  const before = await read();
  expect(before).toMatchObject({ account: { name: 'Ann Lee', email: 'ann@work.example' } });
  const ofOther = await readItemSettings(db, other.id, ITEM);

  await db
    .updateTable('settings')
    .set({ setting_value: 'new@work.example' })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', 'mail_to_admin_emails_5')
    .execute();
  expect((await read()).team.get('mail_to_admin_emails_5')).toBe('new@work.example');

  await setTeam({ first_name: 'Maya' });
  expect((await read()).account.name).toBe('Maya Lee');
  await setTeam({ email: 'maya@work.example', phone: '+12025550177' });
  expect((await read()).account).toMatchObject({ email: 'maya@work.example', phone: '+12025550177' });
  await setTeam({ time_zone: 'America/Denver' });
  expect((await read()).zone).toBe('America/Denver');
  await db.updateTable('team').set({ email_confirmed_at: null }).where('id', '=', team.id).execute();
  expect((await read()).account.isConfirmed).toBe(false);
  const former_confirmed_at = new Date().toISOString();
  await db.updateTable('team').set({ former_confirmed_at }).where('id', '=', team.id).execute();
  expect((await read()).account.isConfirmed).toBe(true);

  await setConfig(db, 'user_submission_emails', 'desk@consultancy.example');
  expect((await read()).consultancy.email).toBe('desk@consultancy.example');
  await setConfig(db, 'contact_person', '[{"name":"Desk"}]');
  expect((await read()).contacts).toBe('[{"name":"Desk"}]');

  // Each subscriber and each button has its own.
  expect((await readItemSettings(db, other.id, ITEM)).team).toEqual(ofOther.team);
  const ofButton1 = await readItemSettings(db, team.id, { kind: 'button', id: 1 });
  expect(ofButton1.team.has('mail_to_admin_emails_5')).toBe(false);
  const ofForm1 = await readItemSettings(db, team.id, { kind: 'form', id: 1 });
  expect([...ofForm1.team.keys()]).not.toEqual([...ofButton1.team.keys()]);
});

/** Every kind of change of what a press reads, on the connection of another process. */
const CHANGES: Record<string, (other: Db, teamId: number, value: string) => Promise<unknown>> = {
  'the value of a setting': (other, teamId, value) =>
    other
      .updateTable('settings')
      .set({ setting_value: value })
      .where('team_id', '=', teamId)
      .where('setting_key', '=', 'mail_to_admin_emails_5')
      .execute(),
  'a setting is deleted': (other, teamId) =>
    other
      .deleteFrom('settings')
      .where('team_id', '=', teamId)
      .where('setting_key', '=', 'mail_to_admin_subject_5')
      .execute(),
  'a setting is added': (other, teamId, value) =>
    other
      .insertInto('settings')
      .values({
        team_id: teamId,
        setting_key: 'mail_to_admin_subject_5',
        setting_value: value,
        updated_at: new Date().toISOString(),
      })
      .execute(),
  'settings of all subscribers': (other, _, value) =>
    other
      .updateTable('settings')
      .set({ setting_value: value })
      .where('setting_key', '=', 'msg_to_show_on_screen_5')
      .execute(),
  'the subscriber’s own data': (other, teamId, value) =>
    other
      .updateTable('team')
      .set({ email: `${value}@work.example`, time_zone: 'America/Denver' })
      .where('id', '=', teamId)
      .execute(),
  'a setting of the platform is added': (other, _, value) => setConfig(other, 'contact_person', value),
  'a setting of the platform': (other, _, value) => setConfig(other, 'contact_person', `${value}!`),
  'a setting of the platform is deleted': (other) =>
    other.deleteFrom('config').where('config_key', '=', 'contact_person').execute(),
};

test('settings are used again with the mark that a press has read, until another process changes them', async () => {
  const { db, location } = await testDatabase();
  const other = openDatabase(location, () => {});
  onTestFinished(() => other.destroy());
  const team = await buildTeam(db);
  const read = () => readMarkedSettings(db, team.id, ITEM);
  const stored = () => db.transaction().execute((tx) => readItemSettings(tx, team.id, ITEM));
  let before = await read();
  for (const [name, change] of Object.entries(CHANGES)) {
    expect(await read(), `before: ${name}`).toBe(before);
    await other.transaction().execute(async (tx) => {
      await change(tx, team.id, name);
      // Not committed. On SQLite no other connection of the process reads meanwhile.
      if (location.kind === 'postgres') expect(await read(), `during: ${name}`).toBe(before);
    });
    const after = await read();
    expect({ name, after }).not.toEqual({ name, after: before });
    expect({ name, after }).toEqual({ name, after: await stored() });
    before = after;
  }
});
