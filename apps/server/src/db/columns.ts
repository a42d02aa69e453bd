import type { Generated } from 'kysely';

/**
 * How a column is declared. Tables are declared as data, so that the types of queries and the check of a
 * migrated database have one source.
 */
export type ColumnKind = 'id' | 'integer' | 'text' | 'moment';

export type Column<Kind extends ColumnKind = ColumnKind, Nullable extends boolean = boolean> = {
  kind: Kind;
  nullable: Nullable;
};

/** Made by the database, ascending, never used again. */
export const id = { kind: 'id', nullable: false } as const;
export const integer = { kind: 'integer', nullable: false } as const;
export const text = { kind: 'text', nullable: false } as const;
/** A moment in UTC: `timestamptz(3)` on PostgreSQL, ISO 8601 text on SQLite; read and written as ISO 8601 with Z. */
export const moment = { kind: 'moment', nullable: false } as const;

export function nullable<Kind extends ColumnKind>(column: Column<Kind, false>): Column<Kind, true> {
  return { kind: column.kind, nullable: true };
}

type Value<Kind extends ColumnKind> = Kind extends 'id'
  ? Generated<number>
  : Kind extends 'integer'
    ? number
    : string;

type ColumnValue<C extends Column> = C['nullable'] extends true ? Value<C['kind']> | null : Value<C['kind']>;

export type TableOf<Columns extends Record<string, Column>> = {
  [Name in keyof Columns]: ColumnValue<Columns[Name]>;
};
