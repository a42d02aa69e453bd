import { expect, test } from 'vitest';
import { importTexts } from '../../../texts/import-users.ts';
import { decodeCsv, readFile } from './read-file.ts';

test('reads UTF-8, with and without a byte order mark', async () => {
  expect(decodeCsv(new TextEncoder().encode('\uFEFFName\nJörg'))).toEqual({ csv: 'Name\nJörg' });
  expect(await readFile(new Blob(['Name\nJörg']))).toEqual({ csv: 'Name\nJörg' });
});

test.each([
  ['Latin-1', [0x4a, 0xf6, 0x72, 0x67], importTexts.notUtf8],
  ['UTF-16', [0xff, 0xfe, 0x4e, 0x00], importTexts.notUtf8],
  ['UTF-16 without a mark', [0x4e, 0x00, 0x61, 0x00], importTexts.notUtf8],
  ['an Excel workbook', [0x50, 0x4b, 0x03, 0x04], importTexts.workbook],
  ['an old Excel workbook', [0xd0, 0xcf, 0x11, 0xe0], importTexts.workbook],
])('explains that %s is not accepted', (_, bytes, problem) => {
  expect(decodeCsv(Uint8Array.from(bytes))).toEqual({ problem });
});

test('explains that a file is too large before reading it', async () => {
  expect(await readFile(new Blob(['a'.repeat(300_000)]))).toEqual({ problem: importTexts.tooLarge });
});
