import { shorten } from '@callpoint/alerts/templates/clean-text';
import { isButtonId, isFormId, itemLabel } from '@callpoint/contract/catalog';
import { countAttempts } from '@callpoint/contract/deliveries';
import { localTimes } from '../../http/csv/csv-responses.ts';
import type { Cell } from '../../http/csv/csv-cells.ts';
import type { LoggedDelivery } from './deliveries.lists.ts';

/** Maximum characters of a spreadsheet cell. */
const MAX_CELL = 32_767;

/** The columns of an export of messages. */
export function deliveryCsvColumns(zone: string): [header: string, cell: (row: LoggedDelivery) => Cell][] {
  const local = localTimes(zone);
  return [
    ['Id', (row) => row.id],
    ['Account number', (row) => row.team_id],
    ['Status', (row) => row.state],
    ['Reason', (row) => row.reason],
    ['Channel', (row) => row.channel],
    ['Role', (row) => row.role],
    ['Address', (row) => row.address],
    ['About', aboutOf],
    ['Submission Id', (row) => row.button_click_id ?? row.form_submission_id],
    ['Created (UTC)', (row) => row.created_at],
    [`Created (${zone})`, (row) => local(row.created_at)],
    ['Sent (UTC)', (row) => row.sent_at],
    [`Sent (${zone})`, (row) => (row.sent_at === null ? null : local(row.sent_at))],
    ['Delivered (UTC)', (row) => row.delivered_at],
    [`Delivered (${zone})`, (row) => (row.delivered_at === null ? null : local(row.delivered_at))],
    ['Attempts', countAttempts],
    ['Last response', (row) => row.attempts.at(-1)?.detail ?? null],
    ['Subject', (row) => row.subject],
    ['Text', (row) => shorten(row.body, MAX_CELL, '…')],
  ];
}

const PURPOSES = {
  test: 'Test: ',
  alarm: 'Alarm: ',
  escalation: 'Escalation: ',
  update: 'Update: ',
} as const;

function aboutOf(row: LoggedDelivery): string | null {
  const item = itemOf(row);
  return item && `${row.purpose ? PURPOSES[row.purpose] : ''}${item}`;
}

function itemOf({ button_id, f_id }: LoggedDelivery): string | null {
  if (button_id !== null && isButtonId(button_id)) return itemLabel({ kind: 'button', id: button_id });
  if (f_id !== null && isFormId(f_id)) return itemLabel({ kind: 'form', id: f_id });
  return null;
}
