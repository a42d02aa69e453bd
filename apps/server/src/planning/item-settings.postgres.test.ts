import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/connection.ts';
import { buildTeam } from '../factories/accounts.ts';
import { testDatabase } from '../testing/databases/database.ts';
import { untilWaitsForLock } from '../testing/databases/lock-waits.ts';
import { readMarkedSettings } from '../testing/marked-settings.ts';
import type { Db } from '../db/tables.ts';

const ITEM = { kind: 'button', id: 5 } as const;
const RECIPIENTS = 'mail_to_admin_emails_5';

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
  const subject = 'mail_to_admin_subject_5';
  const valuesNow = async () => {
    const { team } = await read();
    return [team.get(RECIPIENTS), team.get(subject)];
  };
  await set(db, RECIPIENTS, 'first@work.example');
  await set(db, subject, 'First');
  expect(await valuesNow()).toEqual(['first@work.example', 'First']);
  let second: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    await set(tx, RECIPIENTS, 'second@work.example');
    // Waits for the transaction around it, because both write the row of the subscriber.
    second = set(other, subject, 'Second');
    await untilWaitsForLock(db, 1);
    expect(await valuesNow()).toEqual(['first@work.example', 'First']);
  });
  expect((await valuesNow())[0]).toBe('second@work.example');
  await second;
  expect(await valuesNow()).toEqual(['second@work.example', 'Second']);
});

test('a change counts in its transaction, and for nobody after a rollback', async () => {
  const { db, other, team, read, set } = await markedSettings();
  const recipients = async () => (await read()).team.get(RECIPIENTS);
  await set(db, RECIPIENTS, 'first@work.example');
  expect(await recipients()).toBe('first@work.example');
  const rolledBack = other.transaction().execute(async (tx) => {
    await set(tx, RECIPIENTS, 'never@work.example');
    const inside = await readMarkedSettings(tx, team.id, ITEM);
    expect(inside.team.get(RECIPIENTS)).toBe('never@work.example');
    expect(await recipients()).toBe('first@work.example');
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await recipients()).toBe('first@work.example');
  expect((await readMarkedSettings(other, team.id, ITEM)).team.get(RECIPIENTS)).toBe('first@work.example');
  await set(other, RECIPIENTS, 'second@work.example');
  expect(await recipients()).toBe('second@work.example');
});

test('a setting that moves to another subscriber counts for both', async () => {
  const { db, other, team, read, set } = await markedSettings();
  const target = await buildTeam(db);
  const ofTarget = async () => (await readMarkedSettings(db, target.id, ITEM)).team.get(RECIPIENTS);
  await set(db, RECIPIENTS, 'first@work.example');
  await other
    .deleteFrom('settings')
    .where('team_id', '=', target.id)
    .where('setting_key', '=', RECIPIENTS)
    .execute();
  expect([(await read()).team.get(RECIPIENTS), await ofTarget()]).toEqual(['first@work.example', undefined]);
  await other
    .updateTable('settings')
    .set({ team_id: target.id })
    .where('team_id', '=', team.id)
    .where('setting_key', '=', RECIPIENTS)
    .execute();
  expect([(await read()).team.get(RECIPIENTS), await ofTarget()]).toEqual([undefined, 'first@work.example']);
});
