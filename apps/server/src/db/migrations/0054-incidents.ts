import { sql, type Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Incidents with their recipients, personal links and timeline, and scheduled check-ins. */
export async function addIncidents(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await addIncidentTable(db, dialect);
  await addParts(db, dialect);
  await addCheckIns(db, dialect);
  for (const column of ['incident_id', 'incident_run', 'responder_id']) {
    await db.schema.alterTable('delivery').addColumn(column, 'integer').execute();
  }
  await sql`create index delivery_incident on delivery (incident_id, incident_run) where incident_id is not null`.execute(
    db,
  );
}

/** A press that is deleted can be restored, so its incident stays until the press is purged. */
async function addIncidentTable(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('incident'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('app_user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('button_click_id', 'integer', (c) => c.notNull())
    .addColumn('button_id', 'integer', (c) => c.notNull())
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('user_email', 'text', (c) => c.notNull())
    .addColumn('user_phone', 'text', (c) => c.notNull())
    .addColumn('is_drill', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('opened_at', moment, (c) => c.notNull())
    .addColumn('policy', 'text', (c) => c.notNull())
    .addColumn('run', 'integer', (c) => c.notNull())
    .addColumn('run_started_at', moment, (c) => c.notNull())
    .addColumn('next_run_at', moment)
    .addColumn('owner', 'text')
    .addColumn('acknowledged_at', moment)
    .addColumn('eta_at', moment)
    .addColumn('on_the_way_at', moment)
    .addColumn('arrived_at', moment)
    .addColumn('safe_at', moment)
    .addColumn('unanswered_at', moment)
    .addColumn('closed_at', moment)
    .addColumn('closed_by', 'text')
    .addColumn('outcome', 'text')
    .addColumn('note', 'text', (c) => c.notNull())
    .execute();
  await sql`create unique index incident_button_click_id on incident (button_click_id)`.execute(db);
  await sql`create index incident_team_id_id on incident (team_id, id)`.execute(db);
  await sql`create index incident_due on incident (next_run_at) where next_run_at is not null`.execute(db);
  await sql`create index incident_open on incident (team_id, id) where closed_at is null`.execute(db);
}

async function addParts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('incident_responder'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('incident_id', 'integer', (c) => c.notNull().references('incident.id').onDelete('cascade'))
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('answered_at', moment)
    .execute();
  await sql`create unique index incident_responder_address on incident_responder (incident_id, channel, address)`.execute(
    db,
  );
  await sql`create index incident_responder_by_address on incident_responder (channel, address, incident_id)`.execute(
    db,
  );
  await db.schema
    .createTable('incident_link')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('responder_id', 'integer', (c) =>
      c.notNull().references('incident_responder.id').onDelete('cascade'),
    )
    .addColumn('created_at', moment, (c) => c.notNull())
    .execute();
  await sql`create index incident_link_responder_id on incident_link (responder_id)`.execute(db);
  await dialect
    .addId(db.schema.createTable('incident_event'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('incident_id', 'integer', (c) => c.notNull().references('incident.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at', moment, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('actor', 'text')
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await sql`create unique index incident_event_seq on incident_event (incident_id, seq)`.execute(db);
}

async function addCheckIns(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const moment = dialect.momentType;
  await dialect
    .addId(db.schema.createTable('check_in'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('team.id'))
    .addColumn('app_user_id', 'integer', (c) => c.notNull().references('app_user.id'))
    .addColumn('client_id', 'text', (c) => c.notNull())
    .addColumn('every_minutes', 'integer', (c) => c.notNull())
    .addColumn('grace_minutes', 'integer', (c) => c.notNull())
    .addColumn('until_at', moment, (c) => c.notNull())
    .addColumn('due_at', moment, (c) => c.notNull())
    .addColumn('raise_at', moment, (c) => c.notNull())
    .addColumn('reminded_at', moment)
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('location', 'text')
    .addColumn('button_click_id', 'integer')
    .addColumn('created_at', moment, (c) => c.notNull())
    .execute();
  await sql`create unique index check_in_client_id on check_in (app_user_id, client_id)`.execute(db);
  // A person has at most one active check-in.
  await sql`create unique index check_in_active on check_in (app_user_id) where state = 'active'`.execute(db);
  // The monitor reads only what is due, and each row of these indexes leaves them when it was handled.
  await sql`create index check_in_raise on check_in (raise_at) where state = 'active'`.execute(db);
  await sql`create index check_in_remind on check_in (due_at) where state = 'active' and reminded_at is null`.execute(
    db,
  );
}
