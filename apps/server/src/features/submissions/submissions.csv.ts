import { itemLabel, isButtonId, isFormId } from '@callpoint/contract/catalog';
import type { ButtonClick, FormSubmission } from '@callpoint/contract/submissions';
import { localTimes } from '../../http/csv/csv-responses.ts';
import type { Cell } from '../../http/csv/csv-cells.ts';

/** A column of an export: its heading and its value. */
type CsvColumn<Row> = [header: string, cell: (row: Row) => Cell];

function common(id: string, zone: string): CsvColumn<ButtonClick | FormSubmission>[] {
  const local = localTimes(zone);
  return [
    [id, (row) => row.id],
    ['Account number', (row) => row.team_id],
    ['Date and Time (UTC)', (row) => row.created_at],
    [`Date and Time (${zone})`, (row) => local(row.created_at)],
    ['Latitude', (row) => row.location?.lat ?? null],
    ['Longitude', (row) => row.location?.lng ?? null],
    ['Accuracy (m)', (row) => row.location?.accuracy ?? null],
    ['Name', (row) => row.app_user?.name ?? null],
    ['Email', (row) => row.app_user?.email ?? null],
    ['Phone', (row) => row.app_user?.phone ?? null],
  ];
}

/** The columns of an export of button presses. */
export function buttonColumns(zone: string): CsvColumn<ButtonClick>[] {
  const columns: CsvColumn<ButtonClick>[] = [...common('Submission Id', zone)];
  columns.splice(1, 0, ['Button', ({ button_id }) => buttonName(button_id)]);
  return columns;
}

/** The columns of an export of forms. */
export function formColumns(zone: string): CsvColumn<FormSubmission>[] {
  const columns: CsvColumn<FormSubmission>[] = [...common('Id', zone)];
  columns.splice(1, 0, ['Form', ({ f_id }) => formName(f_id)]);
  return [
    ...columns,
    ['Company', (row) => row.company],
    ['Message', (row) => row.message],
    ['Type or images', (row) => (row.f_id === 1 ? joinImageUrls(row.other_data) : row.other_data)],
  ];
}

/** The part of the file name that describes its content. */
export function buttonName(id: number | undefined): string {
  if (id === undefined) return 'Button presses';
  return isButtonId(id) ? itemLabel({ kind: 'button', id }) : `Button ${id}`;
}

export function formName(id: number | undefined): string {
  if (id === undefined) return 'Forms';
  return isFormId(id) ? itemLabel({ kind: 'form', id }) : `Form ${id}`;
}

/** The addresses of a form's images, one in each line. */
function joinImageUrls(otherData: string): string {
  try {
    const list: unknown = JSON.parse(otherData);
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string').join('\n') : '';
  } catch {
    return '';
  }
}
