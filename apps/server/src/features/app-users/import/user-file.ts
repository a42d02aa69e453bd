import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { IMPORT_COLUMNS, MAX_IMPORT_ROWS, type ImportColumn } from '@callpoint/contract/app-user-import';
import { CsvError, parse } from 'csv-parse';
import { badInput, type CallError } from '../../../http/errors/call-error.ts';

/** Reads the CSV file of an import, as spreadsheets of any country write it. */

export type FileRow = {
  /** As spreadsheets number it: from 1, and blank rows count. */
  row: number;
  /** Without spaces around them, except for the password. An empty cell is missing. */
  values: Partial<Record<ImportColumn, string>>;
  /** True for a row with text to the right of the named columns. */
  isTooLong: boolean;
};

export type UserFile = {
  rows: FileRow[];
  /** The names of columns that are not imported. */
  ignored: string[];
};

const COLUMNS = Object.keys(IMPORT_COLUMNS) as ImportColumn[];

/** The names that row 1 may give each column, in small letters alone. */
const HEADERS: Readonly<Record<ImportColumn, readonly string[]>> = {
  name: ['name', 'fullname'],
  email: ['email', 'emailaddress'],
  phone: ['phone', 'phonenumber', 'mobile'],
  password: ['password'],
  consent: ['consent', 'smsconsent', 'agreedtosms'],
};

/** The longest row, in bytes, and the number of rows that are read, blank ones included. */
const MAX_ROW_SIZE = 4_000;
const MAX_READ = 2 * MAX_IMPORT_ROWS;
/** Bytes that are read before other calls get a turn. */
const PORTION = 8_000;
/** Names of ignored columns that are listed, and their length. */
const MAX_IGNORED = 20;
const MAX_HEADER = 60;

/** Throws CallError 400 for a text that is not a list of users with the required columns. */
export async function parseUserFile(csv: string): Promise<UserFile> {
  const separator = findSeparator(csv);
  const records = await readRecords(csv, separator);
  const first = records.findIndex((cells) => !isBlank(cells) && !isSeparatorLine(cells));
  const headers = records[first];
  if (!headers) throw fileError('The file is empty.');
  const columns = headers.map(columnOf);
  const problems = [
    ...COLUMNS.filter((column) => !columns.includes(column)).map(missingColumn),
    ...COLUMNS.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column)).map(
      (column) => `The column “${IMPORT_COLUMNS[column]}” is in the file twice. Remove one of them.`,
    ),
  ];
  if (problems.length > 0) throw fileError(...problems);
  const rows = records
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells }, index) => index > first && !isBlank(cells))
    .map(({ cells, row }) => ({
      row,
      values: valuesOf(cells, columns),
      isTooLong: cells.slice(columns.length).some((cell) => cell.trim() !== ''),
    }));
  if (rows.length > MAX_IMPORT_ROWS || records.length === MAX_READ) {
    throw fileError(`The file has more than ${MAX_IMPORT_ROWS} rows. Divide it into several files.`);
  }
  if (rows.length === 0) throw fileError('The file has no users below the names of its columns.');
  const ignored = headers.filter((header, index) => columns[index] === null && header.trim() !== '');
  return { rows, ignored: ignored.slice(0, MAX_IGNORED).map((header) => header.trim().slice(0, MAX_HEADER)) };
}

function columnOf(header: string): ImportColumn | null {
  const plain = header.toLowerCase().replaceAll(/[^a-z]/g, '');
  return COLUMNS.find((column) => HEADERS[column].includes(plain)) ?? null;
}

async function readRecords(csv: string, delimiter: string): Promise<string[][]> {
  const records: string[][] = [];
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_ROW_SIZE,
  });
  try {
    for await (const record of Readable.from(portionsOf(csv)).pipe(parser) as AsyncIterable<string[]>) {
      records.push(record);
      if (records.length === MAX_READ) break;
    }
  } catch (error) {
    if (error instanceof CsvError) throw fileError(explain(error));
    throw error;
  }
  return records;
}

/** Other calls get a turn after each portion. */
async function* portionsOf(csv: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(csv);
  for (let from = 0; from < bytes.length; from += PORTION) {
    yield bytes.subarray(from, from + PORTION);
    await setImmediate();
  }
}

function explain(error: CsvError): string {
  const line = Number(error['lines']) || 1;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return `Line ${line}: a quotation mark is opened and never closed. Close it, or remove it.`;
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return `Line ${line}: the row is too long. It may have a quotation mark that is never closed.`;
  }
  return `Line ${line}: a quotation mark is in the middle of a cell. Write it twice and put the entire cell in quotation marks.`;
}

/** The most frequent separator of the first line with text, outside of quotation marks. */
function findSeparator(csv: string): string {
  const line = /^\uFEFF?\s*([^\r\n]*)/.exec(csv)?.[1] ?? '';
  const own = /^sep=([,;\t])$/i.exec(line.trim())?.[1];
  if (own) return own;
  const plain = line.slice(0, MAX_ROW_SIZE).replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((separator) => [separator, plain.split(separator).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** The line with which Excel stores the separator. */
function isSeparatorLine(cells: readonly string[]): boolean {
  return /^sep=$/i.test(cells[0] ?? '') && isBlank(cells.slice(1));
}

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function valuesOf(cells: readonly string[], columns: readonly (ImportColumn | null)[]): FileRow['values'] {
  const values: FileRow['values'] = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (column === null || cell.trim() === '') continue;
    values[column] = column === 'password' ? cell : withoutMark(cell.trim());
  }
  return values;
}

/** Our exports write an apostrophe before what a spreadsheet would run as a formula, such as `+1 202 555 0143`. */
function withoutMark(cell: string): string {
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

function missingColumn(column: ImportColumn): string {
  return `The column “${IMPORT_COLUMNS[column]}” is missing. Name it in row 1 of the file.`;
}

function fileError(...messages: string[]): CallError {
  return badInput(messages.map((msg) => ({ msg, field: 'csv' })));
}
