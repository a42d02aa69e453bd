import { expect, test } from 'vitest';
import { nextHash } from './event-chain.ts';
import {
  EXPORT_FORMAT,
  RowChain,
  rowHash,
  type ExportEntry,
  type ExportRow,
  type IncidentFile,
} from './export-chain.ts';

function chainRows(entries: readonly ExportEntry[]): ExportRow[] {
  const chain = new RowChain();
  for (const entry of entries) chain.add(entry);
  return chain.rows;
}

import { verifyExport, verifyText } from './verify-export.ts';

function eventOf(seq: number, previous: string | null) {
  const event = {
    seq,
    at: `2026-11-25T08:00:0${seq}.000Z`,
    kind: seq === 1 ? 'opened' : 'note',
    actor: null,
    data: JSON.stringify({ text: `Note ${seq}` }),
  };
  return { ...event, hash: nextHash(previous, event) };
}

function example(): IncidentFile {
  const first = eventOf(1, null);
  const second = eventOf(2, first.hash);
  const third = eventOf(3, second.hash);
  const rows = chainRows([
    { kind: 'incident', data: { id: 7, state: 'closed' } },
    ...[first, second, third].map((data) => ({ kind: 'event', data })),
    { kind: 'message', data: { id: 1, text: 'Ann Baker needs help.' } },
    { kind: 'attempt', data: { message: 1, outcome: 'sent' } },
  ]);
  return fileOf(rows);
}

const fileOf = (rows: ExportRow[]): IncidentFile => ({
  format: EXPORT_FORMAT,
  incident_id: 7,
  exported_at: '2026-11-25T09:00:00.000Z',
  rows,
  count: rows.length,
  hash: rows.at(-1)?.hash ?? '',
});

/** The problems after a change of the rows. */
function after(change: (rows: ExportRow[]) => ExportRow[]): string[] {
  const file = example();
  return verifyExport({ ...file, rows: change(structuredClone(file.rows)) });
}

test('a file as the server wrote it has no problem, also after it was formatted', () => {
  expect(verifyExport(example())).toEqual([]);
  expect(verifyExport(JSON.parse(JSON.stringify(example(), null, 2)) as IncidentFile)).toEqual([]);
});

test.each([0, 4, 5])('names the changed row at index %i', (index) => {
  const problems = after((rows) =>
    rows.map((row, at) => (at === index ? { ...row, data: { ...row.data, state: 'open' } } : row)),
  );
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(`^Row ${index + 1} \\(\\w+\\) was changed\\.$`)),
  ]);
});

test.each([0, 4, 5])('names the removed row at index %i', (index) => {
  expect(after((rows) => rows.toSpliced(index, 1))).toEqual([`Row ${index + 1} was removed.`]);
});

test('names all removed rows', () => {
  expect(after((rows) => rows.slice(0, 4))).toEqual(['Row 5 was removed.', 'Row 6 was removed.']);
});

test.each([0, 3, 6])('names a row that was added at index %i, also with a valid hash', (index) => {
  const problems = after((rows) => {
    const row = { n: index + 1, kind: 'message', data: { id: 2 }, previous: rows[index - 1]?.hash ?? null };
    return rows.toSpliced(index, 0, { ...row, hash: rowHash(row) });
  });
  expect(problems).toEqual([`Row ${index + 1} (message) was added.`]);
});

test('names a row that was moved', () => {
  const problems = after((rows) => {
    const [moved] = rows.splice(4, 1);
    return moved ? rows.toSpliced(0, 0, moved) : rows;
  });
  expect(problems).toEqual(
    [1, 2, 3, 4].map((n) => expect.stringMatching(`^Row ${n} .* was moved: it is after row 5`)),
  );
});

test('names a row whose hash was calculated again by the row that follows', () => {
  const problems = after((rows) =>
    rows.map((row) => {
      const changed = row.n === 5 ? { ...row, data: { text: 'All is well.' } } : row;
      return { ...changed, hash: rowHash(changed) };
    }),
  );
  expect(problems).toEqual(['Row 5 (message) was changed.']);
});

test('a file whose rows were all written again, but not its hash, has another end', () => {
  const file = example();
  const rows = chainRows(file.rows.map(({ kind, data }) => ({ kind, data: { ...data, id: 8 } })));
  expect(verifyExport({ ...file, rows })).toContain(
    'The hash of the file is not that of its last row: rows were written again.',
  );
});

test('an event that was changed before the export is named', () => {
  const { rows } = example();
  const entries = rows.map(({ kind, data }) =>
    kind === 'event' && data['seq'] === 2
      ? { kind, data: { ...data, data: '{"text":"Other"}' } }
      : { kind, data },
  );
  expect(verifyExport(fileOf(chainRows(entries)))).toEqual([
    'Row 3 (event): event 2 was changed, or events before it were removed or added.',
  ]);
});

test('any other value in a row or at the start of the file is named, and never stops the verification', () => {
  const changed = (change: object) =>
    after((rows) => rows.map((row, at) => (at === 2 ? { ...row, data: { ...row.data, ...change } } : row)));
  for (const at of ['yesterday', null, 5])
    expect(changed({ at })).toEqual([
      'Row 3 (event) was changed.',
      expect.stringContaining('event 2 was changed'),
    ]);
  const without = after((rows) =>
    rows.map((row, at) => (at === 2 ? ({ ...row, data: null } as never) : row)),
  );
  expect(without).toContain('Row 3 (event) was changed.');
  const moved = after((rows) => rows.map((row, at) => (at === 5 ? { ...row, n: 1e15 } : row)));
  expect(moved).toContain('Rows 6 to 999999999999999 were removed.');
  const file = example();
  for (const count of [1e15, 8, 5, 0, '6' as never])
    expect(verifyExport({ ...file, count })).toEqual([
      `The count of the file is ${count}, but its last row is row 6.`,
    ]);
  expect(verifyExport({ ...file, incident_id: 8 })).toEqual([
    expect.stringMatching(/^The number of the incident/),
  ]);
});

test('a field that was added to a row or to the file is named, because no hash covers it', () => {
  expect(after((rows) => rows.map((row) => (row.n === 5 ? { ...row, note: 'She agreed.' } : row)))).toEqual([
    'Row 5 (message): the field note was added.',
  ]);
  const extended: IncidentFile & { outcome: string } = { ...example(), outcome: 'false_alarm' };
  expect(verifyExport(extended)).toEqual(['The field outcome was added to the file.']);
});

test('a file that was completely written again is found by its noted hash', () => {
  const { hash, rows } = example();
  const written = fileOf(chainRows(rows.filter(({ n }) => n !== 5)));
  expect(verifyExport(written)).toEqual([]);
  expect(verifyExport(written, hash)).toEqual([
    'The hash of the file is not the expected one: the file was written again.',
  ]);
});

test('a name that a row or the file has twice is named, in any notation', () => {
  const text = JSON.stringify(example());
  expect(verifyText(text)).toEqual({ file: example(), problems: [] });
  const forged = (from: string, to: string) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    // The last value counts, so that the hashes are those of the server.
    expect(verifyExport(JSON.parse(changed) as IncidentFile)).toEqual([]);
    return verifyText(changed).problems;
  };
  const named = 'Row 5 (message) was changed: it has the name data more than once.';
  const message = '"data":{"id":1,"text"';
  expect(forged(message, `"data":{"text":"All is well."},${message}`)).toEqual([named]);
  expect(forged(message, `"d\\u0061ta":{"text":"All is \\"well\\"."},${message}`)).toEqual([named]);
  expect(forged(message, `"data":{"id":9,"id":1,"text"`)).toEqual([
    'Row 5 (message) was changed: it has the name id more than once.',
  ]);
  expect(forged('"incident_id"', '"incident_id":9,"incident_id"')).toEqual([
    'The file was changed: it has the name incident_id more than once.',
  ]);
});

test('a text that is not an exported incident is rejected', () => {
  for (const text of ['', '{', '[]', 'null', '{"rows":[1]}', '{"rows":{}}'])
    expect(() => verifyText(text)).toThrow(/JSON|not an exported incident/);
});
