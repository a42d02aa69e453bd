import pg from 'pg';
import type { PartitionedTable } from './partition-tables.ts';

/** Changes of the product's queries, for tables that are arranged in another way. `name` is part of the prepared queries' names. */
export type Rewriting = { name: string; rewrite: (text: string) => string };

const byDatabase = new Map<string, Rewriting>();

/** Changes the queries of all connections to a database of this process from now on; null: no longer. */
export function rewriteQueries(database: string, rewriting: Rewriting | null): void {
  if (rewriting === null) byDatabase.delete(database);
  else byDatabase.set(database, rewriting);
}

type Config = { text: string; name?: string };

const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, config: Config | string, ...rest: unknown[]): unknown {
    const rewriting = byDatabase.get(this.database ?? '');
    if (rewriting && typeof config === 'object') {
      const text = rewriting.rewrite(config.text);
      const name = config.name === undefined ? {} : { name: `${config.name}_${rewriting.name}` };
      return query.call(this, { ...config, text, ...name }, ...rest);
    }
    return query.call(this, config, ...rest);
  },
});

const UNIQUE_INSERT =
  /^insert into "(\w+)" (.*) from (json_populate_recordset\(.*?\)) as inserted on conflict \((.*)\) do nothing(.*)$/s;

/** Inserts with a unique key first insert it into the table of keys: only those that are new go on. */
export function withKeyTables(text: string): string {
  return text
    .replace(
      UNIQUE_INSERT,
      (_, table: string, columns: string, rows: string, keys: string, returning: string) =>
        `with taken as (insert into "${table}_key" (${keys}) select ${keys} from ${rows} as inserted
          on conflict do nothing returning ${keys})
        insert into "${table}" ${columns} from ${rows} as inserted join taken using (${keys})${returning}`,
    )
    .replace(
      'into message_text (id, body) select id',
      'into message_text (created_at, id, body) select created_at, id',
    );
}

/** Reads and updates name the partition: no query could be faster because it knows the month. */
export function ofPartition(index: number): (text: string) => string {
  const tables = [
    'button_click',
    'delivery',
    'delivery_attempt',
    'message_text',
  ] satisfies PartitionedTable[];
  const pattern = new RegExp(`(?<!into "?)\\b(?:${tables.join('|')})\\b`, 'g');
  return (text) => withKeyTables(text).replaceAll(pattern, `$&_${index}`);
}

/** The steps of a purge leave the rows that are dropped with their partition. */
export function withoutDeletion(text: string): string {
  return text.replace(/^delete from "(?:message_text|delivery_attempt)" where /, '$&false and ');
}
