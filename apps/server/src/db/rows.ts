import type { Insertable, Selectable } from 'kysely';
import type { Database, TableName } from './tables.ts';

/** A row as a query returns it. */
export type Row<Name extends TableName> = Selectable<Database[Name]>;
/** A row to insert: what the database generates may be left out. */
export type NewRow<Name extends TableName> = Insertable<Database[Name]>;
