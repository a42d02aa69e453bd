import type { AuditLine } from '@callpoint/contract/audit';
import { localTimes } from '../../http/csv/csv-responses.ts';
import type { Cell } from '../../http/csv/csv-cells.ts';

/** The columns of an export of the audit: those of the screen, and the ids. */
export function auditColumns(zone: string): [header: string, cell: (row: AuditLine) => Cell][] {
  const local = localTimes(zone);
  return [
    ['Id', (row) => row.id],
    ['When (UTC)', (row) => row.at],
    [`When (${zone})`, (row) => local(row.at)],
    ['Who', (row) => row.actor_role],
    ['User ID', (row) => row.actor_id],
    ['User email', (row) => row.actor],
    ['User name', (row) => row.actor_name],
    ['Network address', (row) => row.address],
    ['Action', (row) => row.action],
    ['Rejected call', (row) => row.call],
    ['Outcome', (row) => row.outcome],
    ['What', (row) => row.subject],
    ['Record ID', (row) => row.subject_id],
    ['Record name', (row) => row.subject_name],
    ['Account number', (row) => row.team_id],
    ['Account name', (row) => row.team],
    ['Changes', (row) => row.changes && JSON.stringify(row.changes)],
    ['Detail', (row) => row.detail],
  ];
}
