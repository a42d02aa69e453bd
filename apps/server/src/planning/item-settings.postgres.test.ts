import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import { buildTeam } from '../factories/accounts.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { readMarkedSettings } from '../testing/marked-settings.ts';
import type { Db } from '../db/tables.ts';

const ITEM = { kind: 'button', id: 5 } as const;

/** A subscriber whose settings are read with the mark of that moment, and another process. */
async function markedSettings() {
  const { db, location } = await testDatabase();
  const other = openDatabase(location, () => {});
  onTestFinished(() => other.destroy());
  const team = await buildTeam(db);
  const read = () => readMarkedSettings(db, team.id, ITEM);
  const set = (on: Db, key: string, value: string) =>
    on
      .updateTable('settings')
      .set({ setting_value: value })
      .where('team_id', '=', team.id)
      .where('setting_key', '=', key)
      .execute();
  return { db, other, team, read, set };
}

test('two changes of one subscriber at the same time each count when they are committed', async () => {
  const { db, other, read, set } = await markedSettings();
  const [recipients, subject] = ['mail_to_admin_emails_5', 'mail_to_admin_subject_5'];
  const valuesNow = async () => {
    const { team } = await read();
    return [team.get(recipients), team.get(subject)];
  };
  await set(db, recipients, 'first@work.example');
  await set(db, subject, 'First');
  expect(await valuesNow()).toEqual(['first@work.example', 'First']);
  let second: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    await set(tx, recipients, 'second@work.example');
    // Waits for the transaction around it, because both write the row of the subscriber.
    second = set(other, subject, 'Second');
    expect(await valuesNow()).toEqual(['first@work.example', 'First']);
  });
  expect((await valuesNow())[0]).toBe('second@work.example');
  await second;
  expect(await valuesNow()).toEqual(['second@work.example', 'Second']);
});

test('a change that is rolled back does not count', async () => {
  const { other, read, set } = await markedSettings();
  const before = await read();
  const rolledBack = other.transaction().execute(async (tx) => {
    await set(tx, 'mail_to_admin_emails_5', 'never@work.example');
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await read()).toEqual(before);
});

test('a setting that moves to another subscriber counts for both', async () => {
  const { db, other, team, read, set } = await markedSettings();
  const target = await buildTeam(db);
  const key = 'mail_to_admin_emails_5';
  await set(db, key, 'first@work.example');
  expect((await read()).team.get(key)).toBe('first@work.example');
  await other
    .deleteFrom('settings')
    .where('team_id', '=', target.id)
    .where('setting_key', '=', key)
    .execute();
  await other
    .updateTable('settings')
    .set({ team_id: target.id })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', key)
    .execute();
  expect((await read()).team.has(key)).toBe(false);
});
