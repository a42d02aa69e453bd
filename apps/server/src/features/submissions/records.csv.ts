import type { RecordRow } from '@callpoint/contract/records';
import { localTimes } from '../../http/csv/csv-responses.ts';
import type { Cell } from '../../http/csv/csv-cells.ts';
import { buttonName, formName } from './submissions.csv.ts';

/** The columns of an export of all records. */
export function recordColumns(zone: string): [header: string, cell: (row: RecordRow) => Cell][] {
  const local = localTimes(zone);
  return [
    ['Kind', ({ kind }) => (kind === 'button' ? 'Button' : 'Form')],
    ['Id', ({ id }) => id],
    ['Button or form', ({ kind, item_id }) => (kind === 'button' ? buttonName(item_id) : formName(item_id))],
    ['Account number', ({ team_id }) => team_id],
    ['Account name', ({ account_name }) => account_name],
    ['Date and Time (UTC)', ({ created_at }) => created_at],
    [`Date and Time (${zone})`, ({ created_at }) => local(created_at)],
    ['Latitude', ({ location }) => location?.lat ?? null],
    ['Longitude', ({ location }) => location?.lng ?? null],
    ['Accuracy (m)', ({ location }) => location?.accuracy ?? null],
    ['Name', ({ app_user }) => app_user.name],
    ['Email', ({ app_user }) => app_user.email],
    ['Phone', ({ app_user }) => app_user.phone],
    ['Company', ({ company }) => company],
    ['Message', ({ message }) => message],
    ['Messages sent', ({ messages }) => messages.sent + messages.delivered],
    ['Messages delivered', ({ messages }) => messages.delivered],
    ['Messages failed', ({ messages }) => messages.failed],
    ['Messages held', ({ messages }) => messages.held],
    ['Messages pending', ({ messages }) => messages.pending],
    ['Opened (UTC)', ({ opened_at }) => opened_at],
  ];
}
