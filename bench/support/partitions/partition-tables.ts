import type pg from 'pg';

/** The tables of submissions and messages of one database, replaced by partitioned ones. */

const TABLES = ['button_click', 'message_text', 'delivery', 'delivery_attempt'] as const;
export type PartitionedTable = (typeof TABLES)[number];

/** The column whose ranges are partitions, and where each partition but the first starts. */
export type Partitioning = { column: string; bounds: readonly (string | number)[] };
export type Partitionings = Partial<Record<PartitionedTable, Partitioning>>;

type Index = { table: PartitionedTable; indexdef: string };
type Reference = { table: PartitionedTable; target: PartitionedTable; definition: string };

/**
 * Replaces the empty tables, without their indexes, so that they are filled fast. Returns the function that adds the
 * indexes and foreign keys afterwards. A key that is not unique within a partition gets a table of its own.
 */
export async function partitionTables(
  client: pg.Client,
  partitionings: Partitionings,
): Promise<() => Promise<void>> {
  const indexes = await client.query<Index>(
    `select tablename as table, indexdef from pg_indexes where tablename = any($1)`,
    [TABLES],
  );
  const references = await client.query<Reference>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as target, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`,
    [TABLES],
  );
  for (const table of TABLES) await replaceTable(client, table, partitionings[table]);
  return async () => {
    for (const { table, indexdef } of indexes.rows)
      for (const query of indexQueries(table, indexdef, partitionings[table]?.column))
        await client.query(query);
    for (const { table, target, definition } of references.rows)
      // An id is unique only where it determines the partition.
      if (['id', undefined].includes(partitionings[target]?.column))
        await client.query(`alter table ${table} add ${definition}`);
    await client.query('vacuum analyze');
  };
}

async function replaceTable(
  client: pg.Client,
  table: PartitionedTable,
  partitioning: Partitioning | undefined,
): Promise<void> {
  await client.query(`alter table ${table} rename to old_table`);
  const { column, bounds = [] } = partitioning ?? {};
  if (table === 'message_text' && column === 'created_at')
    await client.query('alter table old_table add created_at timestamptz(3) not null default now()');
  const by = column === undefined ? '' : `partition by range (${column})`;
  await client.query(`create table ${table} (like old_table including all excluding indexes) ${by}`);
  await client.query('drop table old_table cascade');
  if (column === undefined) return;
  const limits = ['minvalue', ...bounds.map((bound) => `'${bound}'`), 'maxvalue'];
  for (const [index, end] of limits.slice(1).entries())
    await client.query(
      `create table ${table}_${index} partition of ${table} for values from (${limits[index]}) to (${end})`,
    );
}

/** An index; for a unique one, with the partitions' column, or with the table of its keys. */
function indexQueries(table: PartitionedTable, indexdef: string, column: string | undefined): string[] {
  const [, columns] = /^CREATE UNIQUE INDEX .*\((.*)\)$/.exec(indexdef) ?? [];
  if (column === undefined || columns === undefined || columns.split(', ').includes(column))
    return [indexdef];
  if (columns === 'id') return [indexdef.replace(/\(id\)$/, `(id, ${column})`)];
  return [
    indexdef.replace('UNIQUE ', ''),
    `create table ${table}_key as select ${columns} from ${table}`,
    `alter table ${table}_key add primary key (${columns})`,
  ];
}
