import { nextHash, type ChainedEvent } from './event-chain.ts';
import { findDuplicateNames } from './duplicate-names.ts';
import { EXPORT_FORMAT, rowHash, type ExportRow, type IncidentFile } from './export-chain.ts';

/**
 * Parses the text of an exported incident and verifies it; see `verifyExport`. Throws if the text is not an exported incident.
 */
export function verifyText(text: string, expectedHash?: string): { file: IncidentFile; problems: string[] } {
  const file = JSON.parse(text) as IncidentFile;
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && 'n' in row && 'hash' in row;
  if (typeof file !== 'object' || file === null || !Array.isArray(file.rows) || !file.rows.every(isRow))
    throw new Error('This is not an exported incident.');
  return { file, problems: [...findRepeated(text, file), ...verifyExport(file, expectedHash)] };
}

/** Names that an object has twice: the hashes cover only one of the values, a reader may see the other one. */
function findRepeated(text: string, { rows }: IncidentFile): string[] {
  const sentences = findDuplicateNames(text).map(({ path: [first, index], name }) => {
    const row = first === 'rows' && typeof index === 'number' ? rows[index] : undefined;
    return row
      ? `${nameOf(row)} was changed: it has the name ${name} more than once.`
      : `The file was changed: it has the name ${name} more than once.`;
  });
  return [...new Set(sentences)];
}

/**
 * What was changed in an exported incident: one sentence for each row that was changed, removed, added or moved; none if
 * the file is as the server wrote it.
 * @param expectedHash the last hash as someone noted it, for example from the PDF: without it, a file whose hashes were
 * all calculated again is accepted
 */
export function verifyExport(file: IncidentFile, expectedHash?: string): string[] {
  if (file.format !== EXPORT_FORMAT) return [`The format is ${file.format}, not ${EXPORT_FORMAT}.`];
  const problems = [
    ...findAdded(file),
    ...findChanged(file.rows),
    ...findWrongPlaces(file),
    ...findMissing(file),
    ...findBrokenEvents(file.rows),
  ];
  const ids = file.rows.filter(({ kind }) => kind === 'incident').map(({ data }) => data?.['id']);
  if (ids.some((id) => id !== file.incident_id)) problems.push(OTHER_INCIDENT);
  const last = lastRow(file.rows);
  if (last && last.hash === file.hash) {
    if (last.n !== file.count)
      problems.push(`The count of the file is ${file.count}, but its last row is row ${last.n}.`);
  } else if (last && last.n === file.count) {
    problems.push(OTHER_END);
  }
  if (expectedHash !== undefined && expectedHash !== file.hash) {
    problems.push('The hash of the file is not the expected one: the file was written again.');
  }
  return problems;
}

const OTHER_INCIDENT = 'The number of the incident at the start of the file is not that of its row.';
const OTHER_END = 'The hash of the file is not that of its last row: rows were written again.';

const FILE_FIELDS = new Set(['format', 'incident_id', 'exported_at', 'rows', 'count', 'hash']);
const ROW_FIELDS = new Set(['n', 'kind', 'data', 'previous', 'hash']);

/** Fields that no hash covers: a reader would take them for a part of the record. */
function findAdded(file: IncidentFile): string[] {
  const added = (value: object, known: ReadonlySet<string>) =>
    Object.keys(value).filter((name) => !known.has(name));
  return [
    ...added(file, FILE_FIELDS).map((name) => `The field ${name} was added to the file.`),
    ...file.rows.flatMap((row) =>
      added(row, ROW_FIELDS).map((name) => `${nameOf(row)}: the field ${name} was added.`),
    ),
  ];
}

function nameOf({ n, kind }: Pick<ExportRow, 'n' | 'kind'>): string {
  return `Row ${n} (${kind})`;
}

function findChanged(rows: readonly ExportRow[]): string[] {
  const hashes = new Set(rows.map(({ hash }) => hash));
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  const changed = new Set(rows.filter((row) => rowHash(row) !== row.hash));
  for (const { n, previous } of rows) {
    // No row has the hash that the row after it names: its own hash was calculated again.
    const before = byNumber.get(n - 1);
    if (before && previous !== null && !hashes.has(previous)) changed.add(before);
  }
  return [...changed].map((row) => `${nameOf(row)} was changed.`);
}

/** The rows of the chain: from the last one back to the first, by the hash of the row before each. */
function chainOf(rows: readonly ExportRow[], lastHash: string): Set<ExportRow> {
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  const chain = new Set<ExportRow>();
  // Behind a gap, the chain continues with the row before it in order.
  const byNumber = rows.toSorted((a, b) => b.n - a.n);
  let row = byHash.get(lastHash) ?? byNumber[0];
  while (row && !chain.has(row)) {
    chain.add(row);
    const { n, previous }: ExportRow = row;
    row = previous === null ? undefined : (byHash.get(previous) ?? byNumber.find((other) => other.n < n));
  }
  return chain;
}

/** Rows that do not belong to the chain were added; rows of the chain in another order were moved. */
function findWrongPlaces({ rows, hash }: IncidentFile): string[] {
  const hasLast = rows.some((row) => row.hash === hash);
  const chain = chainOf(rows, hasLast ? hash : longestEnd(rows));
  const problems: string[] = [];
  let highest = 0;
  for (const row of rows) {
    if (!chain.has(row)) problems.push(`${nameOf(row)} was added.`);
    else if (row.n < highest) problems.push(`${nameOf(row)} was moved: it is after row ${highest}.`);
    else highest = row.n;
  }
  return problems;
}

/** The hash of the end that most rows lead to, for a file without its last row. */
function longestEnd(rows: readonly ExportRow[]): string {
  const followed = new Set(rows.map(({ previous }) => previous));
  const ends = rows.filter(({ hash }) => !followed.has(hash));
  const longest = ends.toSorted((a, b) => chainOf(rows, b.hash).size - chainOf(rows, a.hash).size);
  return longest[0]?.hash ?? '';
}

/** The row with the highest number; of several, the last one in the file. */
function lastRow(rows: readonly ExportRow[]): ExportRow | undefined {
  return rows.reduce<ExportRow | undefined>((last, row) => (last && last.n > row.n ? last : row), undefined);
}

function findMissing({ rows, count, hash }: IncidentFile): string[] {
  const known = [...new Set(rows.map(({ n }) => n))].filter(Number.isSafeInteger).toSorted((a, b) => a - b);
  // The hash of the file says which row is the last one; only without that row, the count does.
  const isComplete = lastRow(rows)?.hash === hash;
  const end = Math.max(Number.isSafeInteger(count) && !isComplete ? count : 0, known.at(-1) ?? 0) + 1;
  const problems: string[] = [];
  let before = 0;
  for (const n of [...known, end]) {
    problems.push(...removedBetween(before, n));
    before = n;
  }
  return problems;
}

/** The most rows that are named one by one: a changed number may leave out any number of rows. */
const NAMED_ONE_BY_ONE = 100;

function removedBetween(before: number, after: number): string[] {
  const missing = after - before - 1;
  if (missing > NAMED_ONE_BY_ONE) return [`Rows ${before + 1} to ${after - 1} were removed.`];
  return Array.from({ length: Math.max(0, missing) }, (_, index) => `Row ${before + 1 + index} was removed.`);
}

/** The events have a chain of their own from the moment at which they happened: it reveals changes before the export. */
function findBrokenEvents(rows: readonly ExportRow[]): string[] {
  const problems: string[] = [];
  let previous: string | null = null;
  let expected = 1;
  for (const row of rows.filter(({ kind }) => kind === 'event').toSorted((a, b) => a.n - b.n)) {
    const event = (row.data ?? {}) as unknown as ChainedEvent & { hash: string };
    if (event.seq !== expected || nextHash(previous, event) !== event.hash) {
      problems.push(
        `${nameOf(row)}: event ${event.seq} was changed, or events before it were removed or added.`,
      );
    }
    previous = event.hash;
    expected = event.seq + 1;
  }
  return problems;
}
