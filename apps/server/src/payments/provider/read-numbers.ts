import { sql, type RawBuilder } from 'kysely';

/**
 * The columns of a row when the result of read `number` is stored. After a failover that lost transactions, the row may
 * have counted fewer reads than this one: the next read must not have a lower number, or its result would be superseded.
 */
export function readNumbers(number: number): { read_stored: number; reads_started: RawBuilder<number> } {
  return {
    read_stored: number,
    reads_started: sql<number>`case when reads_started < ${number} then ${number} else reads_started end`,
  };
}
