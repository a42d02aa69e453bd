import { defaultSettings } from '@callpoint/alerts/settings/default-settings';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyLocation, failUnlessClosed } from '../testing/databases/database.ts';
import { openDatabase } from './connection.ts';
import { migrate } from './migrate.ts';

test('texts to the consultancy that are still the default no longer say that someone pressed; edited texts stay', async () => {
  const location = await emptyLocation();
  const db = openDatabase(location, failUnlessClosed);
  onTestFinished(() => db.destroy());
  await migrate(db, '0066-migration-support');
  const at = '2026-11-25T08:14:07.120Z';
  const rest = `The safety team is also being notified. Please call and support them.

Name: {{NAME}}
Phone: {{PHONE}}
Email: {{EMAIL}}
Location: {{LOCATION}}
Map: {{LOCATION_LINK}}
Time: {{TIME}}
Record: {{RECORD_LINK}}`;
  const texts = [
    ['mail_to_bermac_message_5', `{{NAME}} pressed Lone Worker Emergency. ${rest}`],
    ['mail_to_bermac_message_2', `{{NAME}} pressed Report an Incident/Accident. ${rest}`],
    ['mail_to_bermac_message_5', `{{NAME}} pressed Lone Worker Emergency. ${rest}\n`],
    ['mail_to_admin_message_5', `{{NAME}} pressed Lone Worker Emergency. ${rest}`],
  ] as const;
  for (const [index, [key, value]] of texts.entries()) {
    await sql`insert into team (email, account_name, first_name, last_name, phone, password_hash, is_paid, plan, max_users,
        status, created_at, updated_at)
      values (${`${index}@team.example`}, 'A', 'A', 'A', '1', '-', 0, 'free', 10, 1, ${at}, ${at})`.execute(
      db,
    );
    await sql`insert into settings (team_id, setting_key, setting_value, updated_at)
      values (${index + 1}, ${key}, ${value}, ${at})`.execute(db);
  }
  await migrate(db);
  const rows = await db.selectFrom('settings').selectAll().orderBy('id').execute();
  const current = defaultSettings({ email: 'a@team.example', phone: '1' });
  expect(rows.map(({ setting_value }) => setting_value)).toEqual([
    current.get('mail_to_bermac_message_5'),
    current.get('mail_to_bermac_message_2'),
    texts[2][1],
    texts[3][1],
  ]);
  // A form that was opened before is stale; the text before is in the history.
  expect(rows.map(({ updated_at }) => updated_at === at)).toEqual([false, false, true, true]);
  const versions = await db
    .selectFrom('version')
    .select(['team_id', 'subject', 'subject_id', 'actor_role', 'actor_id', 'changes'])
    .orderBy('id')
    .execute();
  expect(versions.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) }))).toEqual(
    [rows[1], rows[0]].map((row) => ({
      team_id: row?.team_id,
      subject: 'settings',
      subject_id: row?.id,
      actor_role: 'system',
      actor_id: null,
      changes: {
        setting_value: { old: texts[(row?.id ?? 1) - 1]?.[1], new: row?.setting_value },
      },
    })),
  );
});
