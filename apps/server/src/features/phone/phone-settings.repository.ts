import { slotOf, type Item } from '@callpoint/contract/catalogue';
import { DASHBOARD_KEYS, notificationKeys } from '@callpoint/contract/settings';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

type SettingRow = { setting_key: string; setting_value: string };

const readers = new Map<string, (db: Db, params: { teamId: number }) => Promise<SettingRow[]>>();

/** The settings of one subscriber that decide what happens when `item` is submitted, and whether it is on. */
export async function itemSettings(db: Db, teamId: number, item: Item): Promise<Map<string, string>> {
  const name = `${item.kind} ${item.id}`;
  let read = readers.get(name);
  if (!read) {
    const keys = [`btn_${slotOf(item)}_mode`, ...notificationKeys(item)];
    read = prepared<{ teamId: number }, SettingRow>((on, param) =>
      on
        .selectFrom('settings')
        .select(['setting_key', 'setting_value'])
        .where('team_id', '=', param('teamId'))
        .where('setting_key', 'in', keys),
    );
    readers.set(name, read);
  }
  return toMap(await read(db, { teamId }));
}

const readDashboard = prepared<{ teamId: number }, SettingRow>((db, param) =>
  db
    .selectFrom('settings')
    .select(['setting_key', 'setting_value'])
    .where('team_id', '=', param('teamId'))
    .where('setting_key', 'in', DASHBOARD_KEYS),
);

/** The settings of one subscriber that the phone's main screen shows. */
export async function dashboardSettings(db: Db, teamId: number): Promise<Map<string, string>> {
  return toMap(await readDashboard(db, { teamId }));
}

const readConfig = prepared<object, { config_key: string; config_value: string }>((db) =>
  db
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where('config_key', 'in', ['user_submission_emails', 'user_submission_phones', 'contact_person']),
);

/** The platform's recipients for the consultancy (comma separated) and its contacts (a JSON list). */
export async function platformValues(db: Db): Promise<{ emails: string; phones: string; contacts: string }> {
  const rows = new Map((await readConfig(db, {})).map((row) => [row.config_key, row.config_value]));
  return {
    emails: rows.get('user_submission_emails') ?? '',
    phones: rows.get('user_submission_phones') ?? '',
    contacts: rows.get('contact_person') ?? '[]',
  };
}

function toMap(rows: readonly SettingRow[]): Map<string, string> {
  return new Map(rows.map((row) => [row.setting_key, row.setting_value]));
}
