import { importTexts } from '../../../texts/import-users.ts';

/** Reads a chosen file as text, or explains why it is not a CSV file that can be imported. */

export type ReadFile = { csv: string } | { problem: string };

/** In bytes: more than any file that the server accepts. */
const MAX_SIZE = 256 * 1024;

export async function readFile(file: Blob): Promise<ReadFile> {
  if (file.size > MAX_SIZE) return { problem: importTexts.tooLarge };
  try {
    return decodeCsv(new Uint8Array(await file.arrayBuffer()));
  } catch {
    // The file was deleted or changed after it was chosen.
    return { problem: importTexts.unreadable };
  }
}

export function decodeCsv(bytes: Uint8Array): ReadFile {
  const [first, second] = bytes;
  // A ZIP archive, or the old format of Excel.
  if ((first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf)) {
    return { problem: importTexts.workbook };
  }
  try {
    const csv = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 without a mark has a zero in each Latin letter.
    return csv.includes('\u0000') ? { problem: importTexts.notUtf8 } : { csv };
  } catch {
    return { problem: importTexts.notUtf8 };
  }
}
