import { expect, test } from 'vitest';
import { buildTeam } from '../factories/accounts.ts';
import { testDatabase } from '../testing/databases/database.ts';
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
