import type { Db } from '../db/tables.ts';

type PlanRow = Record<string, unknown>;
type Query = Parameters<Db['executeQuery']>[0] & { sql: string };

/** A database that explains each query with `command` instead of running it, and collects the rows of each plan. */
export function explaining(db: Db, command: string): { explainedDb: Db; plans: PlanRow[][] } {
  const plans: PlanRow[][] = [];
  const executeQuery = async (query: Query) => {
    const { rows } = await db.executeQuery<PlanRow>({ ...query, sql: `${command} ${query.sql}` });
    plans.push(rows);
    return { rows: [] };
  };
  // In a transaction, queries run only by `executeQuery`.
  const explained = { getExecutor: () => db.getExecutor(), executeQuery, isTransaction: true };
  return { explainedDb: explained as unknown as Db, plans };
}
