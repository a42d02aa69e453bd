import type { Kysely, Transaction } from 'kysely';
import type { DbColumn, TableOf } from './columns.ts';
import { ACCOUNTS } from './tables/accounts.ts';
import { ADDRESSES } from './tables/addresses.ts';
import { DELIVERIES } from './tables/deliveries.ts';
import { INCIDENTS } from './tables/incidents.ts';
import { PAYMENTS } from './tables/payments.ts';
import { SETTINGS } from './tables/settings.ts';
import { SUBMISSIONS } from './tables/submissions.ts';

/** Every table and column. The migrations must create exactly these, on SQLite and on PostgreSQL. */
export const TABLES = {
  ...ACCOUNTS,
  ...PAYMENTS,
  ...SETTINGS,
  ...SUBMISSIONS,
  ...INCIDENTS,
  ...DELIVERIES,
  ...ADDRESSES,
} as const satisfies Record<string, Record<string, DbColumn>>;

export type Database = { [Name in keyof typeof TABLES]: TableOf<(typeof TABLES)[Name]> };
export type TableName = keyof Database;

/**
 * The owner of a table's rows: the column with the subscriber's id, `shared` for rows of the platform that everyone may
 * read, or `platform` for rows that only administrators may read.
 */
export const TABLE_OWNER = {
  team: 'id',
  app_user: 'team_id',
  button_click: 'team_id',
  form_submission: 'team_id',
  image: 'team_id',
  settings: 'team_id',
  subscription: 'team_id',
  subscription_history: 'team_id',
  payment_invoice: 'team_id',
  delivery: 'team_id',
  alarm: 'team_id',
  incident: 'team_id',
  incident_responder: 'team_id',
  incident_event: 'team_id',
  monthly_report: 'team_id',
  check_in: 'team_id',
  audit: 'team_id',
  version: 'team_id',
  submission_tally: 'team_id',
  deleted_item: 'team_id',
  plan: 'shared',
  config: 'platform',
  admin: 'platform',
} as const satisfies Partial<Record<TableName, 'id' | 'team_id' | 'shared' | 'platform'>>;

/** The connection, or a transaction on it. */
export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
