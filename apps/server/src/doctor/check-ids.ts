import { readUsedIds } from '../db/used-ids.ts';
import type { Db } from '../db/tables.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const SUBJECT = 'Ids';
/** The same as the threshold of the example alert CallpointIdsRunOut. */
const MANY = 0.5;
const NEARLY_ALL = 0.9;
const FIX = 'docs/runbook.md explains under CallpointIdsRunOut when they are used up, and what to do before.';

/** Whether a table has used many of the ids that it can have: without one, no row can be stored. */
export async function checkIds(db: Db): Promise<Finding> {
  const [most] = await readUsedIds(db);
  const used = most?.ratio ?? 0;
  if (most === undefined || used < 0.01) return ok(SUBJECT, 'no table has used 1 % of its ids');
  const text = `the table ${most.table} has used ${Math.floor(used * 100)} % of its ids`;
  if (used < MANY) return ok(SUBJECT, text);
  return used < NEARLY_ALL ? warning(SUBJECT, text, FIX) : problem(SUBJECT, text, FIX);
}
