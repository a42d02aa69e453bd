import { localTimes, type Cell } from '../../http/csv-answers.ts';
import type { AuditRow } from './audit.lists.ts';

/** The columns of a file of audit lines. Who is told by role and number, as the line keeps it. */
export function auditColumns(zone: string): [header: string, cell: (row: AuditRow) => Cell][] {
  const local = localTimes(zone);
  return [
    ['Id', (row) => row.id],
    ['When (UTC)', (row) => row.at],
    [`When (${zone})`, (row) => local(row.at)],
    ['Who', (row) => row.actor_role],
    ['Who (number)', (row) => row.actor_id],
    ['Network address', (row) => row.address],
    ['Action', (row) => row.action],
    ['Outcome', (row) => row.outcome],
    ['What', (row) => row.subject],
    ['What (number)', (row) => row.subject_id],
    ['Account number', (row) => row.team_id],
    ['Changes', (row) => row.changes],
    ['Detail', (row) => row.detail],
  ];
}
