import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { TransferError, type Origin, type Part, type TableContent } from './parts.ts';
import { RowChecksum } from './row-checksum.ts';
import { FORMAT } from './write-file.ts';

/** Rows of one batch, and the characters after which a batch ends earlier. */
const BATCH_SIZE = 200;
const BATCH_LENGTH = 4_000_000;

const NEWLINE = 10;
const NOT_A_BACKUP = 'this is not a backup of Callpoint';
const TRUNCATED = 'the backup is incomplete: its end is missing';
const ALTERED = 'the backup was altered or damaged';

const count = z.number().int().min(0);
const first = z.object({ callpoint: z.literal('backup'), format: z.number() });
const originSchema = z.object({
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
});
const line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    table: z.string().regex(/^\w+$/),
    columns: z.record(z.string().regex(/^\w+$/), z.enum(['id', 'integer', 'text', 'moment', 'bytes'])),
  }),
  z.object({ kind: z.literal('end'), rows: count, hash: z.string(), lastId: count.nullable() }),
  z.object({ kind: z.literal('complete'), tables: count, rows: count }),
]);

/**
 * Opens a backup: where it is from, and its content. Reading the content to its end verifies all of it. Throws a
 * TransferError if the file is something else, or of a later format.
 */
export async function openBackup(file: string): Promise<{ origin: Origin; parts: AsyncGenerator<Part> }> {
  const lines = readLines(file);
  const { value, done } = await lines.next();
  const head = first.safeParse(done ? null : parseJson(value));
  if (!head.success) throw new TransferError(NOT_A_BACKUP);
  if (head.data.format > FORMAT)
    throw new TransferError('the backup is from a later version of Callpoint: install that version');
  const origin = originSchema.safeParse(parseJson(value ?? ''));
  if (!origin.success) throw new TransferError(ALTERED);
  return { origin: origin.data, parts: readContent(lines) };
}

async function* readContent(lines: AsyncIterable<string>): AsyncGenerator<Part> {
  const total = { tables: 0, rows: 0 };
  let checksum: RowChecksum | null = null;
  let isComplete = false;
  let batch: string[] = [];
  let length = 0;
  for await (const text of lines) {
    if (isComplete) throw new TransferError(ALTERED);
    if (text.startsWith('[')) {
      if (!checksum) throw new TransferError(ALTERED);
      checksum.add(text);
      batch.push(text);
      length += text.length;
      if (batch.length < BATCH_SIZE && length < BATCH_LENGTH) continue;
      yield { kind: 'rows', lines: batch };
      [batch, length] = [[], 0];
      continue;
    }
    if (batch.length > 0) yield { kind: 'rows', lines: batch };
    [batch, length] = [[], 0];
    const { data: part } = line.safeParse(parseJson(text));
    if (part?.kind === 'table' && !checksum) {
      checksum = new RowChecksum();
      yield part;
    } else if (part?.kind === 'end' && checksum && isEqual(part, checksum)) {
      yield part;
      total.tables += 1;
      total.rows += part.rows;
      checksum = null;
    } else if (part?.kind === 'complete' && !checksum) {
      if (part.tables !== total.tables || part.rows !== total.rows) throw new TransferError(ALTERED);
      isComplete = true;
    } else throw new TransferError(ALTERED);
  }
  if (!isComplete) throw new TransferError(TRUNCATED);
}

function isEqual({ rows, hash }: TableContent, checksum: RowChecksum): boolean {
  return rows === checksum.rows && hash === checksum.hash;
}

/** The lines of a compressed file. */
async function* readLines(file: string): AsyncGenerator<string> {
  const unpacked = createGunzip();
  pipeline(createReadStream(file), unpacked, () => {});
  let rest: Buffer[] = [];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        rest.push(chunk.subarray(from, at));
        yield Buffer.concat(rest).toString('utf8');
        rest = [];
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    throw explained(error);
  }
  if (rest.length > 0) throw new TransferError(TRUNCATED);
}

/** What the codes of errors of the file and of its compression mean. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: TRUNCATED,
  EISDIR: 'this is a folder, not a backup',
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
};

function explained(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string };
  if (code === 'Z_DATA_ERROR')
    return new TransferError(message === 'incorrect header check' ? NOT_A_BACKUP : ALTERED);
  const text = FILE_ERRORS[code ?? ''];
  return text === undefined ? error : new TransferError(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
