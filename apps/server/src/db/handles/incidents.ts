import { inTransaction, TableHandle, type TableQueries } from './handle.ts';
import { insertMany, type InsertQuery } from '../queries/insert-many.ts';
import type { NewRow } from '../rows.ts';
import type { Database } from '../tables.ts';

type OwnTables = Pick<
  Database,
  'incident' | 'incident_responder' | 'incident_link' | 'incident_event' | 'alarm' | 'monthly_report_email'
>;

type IncidentTables = OwnTables &
  Pick<
    Database,
    'button_click' | 'deleted_item' | 'app_user' | 'settings' | 'config' | 'delivery' | 'monthly_report'
  > & {
    team: Omit<Database['team'], 'password_hash'>;
    admin: Omit<Database['admin'], 'password_hash'>;
  };

/** Incidents of all subscribers, with what their escalation reads. People change them through a TenantDb, which records who did. */
export class IncidentsDb extends TableHandle<IncidentTables, OwnTables> {
  /** Distinguishes the type from the other handles. */
  readonly kind = 'incidents';

  /** Runs `work` in one transaction, on a handle inside it. */
  transaction<Result>(work: (tx: IncidentsDb) => Promise<Result>): Promise<Result> {
    return inTransaction(this, (tx) => work(new IncidentsDb(tx)));
  }
}

/** Like `insertMany`, for the tables of an IncidentsDb. */
const incidentInsert: <Row extends object, Result = never>(
  columns: readonly (keyof Row & string)[],
  build: (db: TableQueries<IncidentTables, OwnTables>, rows: Row[]) => InsertQuery,
) => (db: IncidentsDb, rows: readonly Row[]) => Promise<Result[]> = insertMany;

type NewIncident = Pick<
  NewRow<'incident'>,
  | 'team_id'
  | 'app_user_id'
  | 'button_click_id'
  | 'button_id'
  | 'user_name'
  | 'user_email'
  | 'user_phone'
  | 'is_drill'
  | 'state'
  | 'opened_at'
  | 'policy'
  | 'run'
  | 'run_started_at'
  | 'next_run_at'
  | 'note'
>;

export const insertIncidents = incidentInsert<NewIncident, { id: number; button_click_id: number }>(
  [
    'team_id',
    'app_user_id',
    'button_click_id',
    'button_id',
    'user_name',
    'user_email',
    'user_phone',
    'is_drill',
    'state',
    'opened_at',
    'policy',
    'run',
    'run_started_at',
    'next_run_at',
    'note',
  ],
  (db, rows) => db.insertInto('incident').values(rows).returning(['id', 'button_click_id']),
);

type NewResponder = Pick<
  NewRow<'incident_responder'>,
  'team_id' | 'incident_id' | 'channel' | 'address' | 'role' | 'name' | 'person'
>;

/** A recipient who is known already keeps its name and its answer. */
export const insertResponders = incidentInsert<
  NewResponder,
  { id: number; incident_id: number; channel: string; address: string }
>(['team_id', 'incident_id', 'channel', 'address', 'role', 'name', 'person'], (db, rows) =>
  db
    .insertInto('incident_responder')
    .values(rows)
    .onConflict((conflict) =>
      // An update without effect, so that the row is returned.
      conflict
        .columns(['incident_id', 'channel', 'address'])
        .doUpdateSet(({ ref }) => ({ role: ref('incident_responder.role') })),
    )
    .returning(['id', 'incident_id', 'channel', 'address']),
);

export const insertEvents = incidentInsert<Omit<NewRow<'incident_event'>, 'id'>>(
  ['team_id', 'incident_id', 'seq', 'at', 'kind', 'actor', 'data', 'hash'],
  (db, rows) => db.insertInto('incident_event').values(rows),
);
