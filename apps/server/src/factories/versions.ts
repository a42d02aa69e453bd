import type { Db } from '../db/tables.ts';
import { recordVersion } from '../db/history/versions.ts';

/** Stores a version of one of the subscriber's settings: the text on top of the phone's main screen. Returns its id. */
export async function buildVersion(db: Db, teamId: number, text = 'In danger, call 911.'): Promise<number> {
  const { id } = await db
    .selectFrom('settings')
    .select('id')
    .where('team_id', '=', teamId)
    .where('setting_key', '=', 'home_page_top_text')
    .executeTakeFirstOrThrow();
  await recordVersion(db, {
    actor: { role: 'team', id: teamId, address: '' },
    table: 'settings',
    id,
    teamId,
    before: { setting_value: 'Press a button.' },
    after: { setting_value: text },
    secret: [],
  });
  const newest = db.selectFrom('version').select('id').where('team_id', '=', teamId).orderBy('id', 'desc');
  return (await newest.executeTakeFirstOrThrow()).id;
}
