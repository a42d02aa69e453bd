import { sql, type Kysely } from 'kysely';

export const worksSince = '0066-migration-support';

/** The buttons, as the default texts name them. */
const LABELS: Readonly<Record<number, string>> = {
  1: 'OSHA On-Site',
  2: 'Report an Incident/Accident',
  4: 'Report a Safety Complaint',
  5: 'Lone Worker Emergency',
};

const REST = `. The safety team is also being notified. Please call and support them.

Name: {{NAME}}
Phone: {{PHONE}}
Email: {{EMAIL}}
Location: {{LOCATION}}
Map: {{LOCATION_LINK}}
Time: {{TIME}}
Record: {{RECORD_LINK}}`;

/**
 * The email to the consultancy no longer says that someone pressed: the server raises an emergency when a check-in is not
 * answered. Texts that are still exactly the earlier default become the new one, with an entry of their version history; edited texts stay.
 */
export async function replaceConsultancyTexts(db: Kysely<unknown>): Promise<void> {
  const at = new Date().toISOString();
  for (const [id, label] of Object.entries(LABELS)) {
    const before = `{{NAME}} pressed ${label}${REST}`;
    const after = `${label}: {{NAME}}${REST}`;
    const changes = JSON.stringify({ setting_value: { old: before, new: after } });
    const isDefault = sql`setting_key = ${`mail_to_bermac_message_${id}`} and setting_value = ${before}`;
    await sql`insert into version (team_id, subject, subject_id, at, actor_role, actor_id, changes)
      select team_id, 'settings', id, ${at}, 'system', null, ${changes} from settings where ${isDefault}`.execute(
      db,
    );
    await sql`update settings set setting_value = ${after}, updated_at = ${at} where ${isDefault}`.execute(
      db,
    );
  }
}
