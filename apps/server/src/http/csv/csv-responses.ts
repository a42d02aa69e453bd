import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CallError } from '../errors/call-error.ts';
import { safeCell, type Cell } from './csv-cells.ts';
import { accountOf, type Admission } from '../admission/admission.ts';
import { callerOf } from '../auth/guard.ts';
import { networkOf } from '../admission/network.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';
import { Slices } from '../../scheduling/slices.ts';

/**
 * Open files of one process: of an account, of a network, and of all subscribers. Each keeps one portion of rows in
 * memory. What administrators take does not count among all.
 */
const MAX_OPEN = { account: 2, network: 10, all: 200 };
const ALL = 'all';
/** A reader that takes less than so many bytes in so many milliseconds, though more is ready, is cut off. */
const TOO_SLOW: SlowReader = { every: 30_000, bytes: 256 * 1024 };
/** Seconds. */
const TRY_AGAIN_AFTER = 15;
/** Spreadsheets take a file for UTF-8 only if it begins so. */
const BYTE_ORDER_MARK = '\uFEFF';
// Told of its own delimiter, the library would leave other line breaks without quotes.
const FORMAT = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
} as const;

export type CsvFile = {
  /** Without its ending: letters, digits and dashes. */
  name: string;
  header: readonly string[];
  /** Some rows at a time. */
  rows: AsyncIterable<Cell[][]>;
};

/** Sends a file while its rows are read, as fast as the caller takes it; what it returns is for the framework. */
export type SendCsv = (reply: FastifyReply, open: () => Promise<CsvFile>) => Promise<never>;

type SlowReader = { every: number; bytes: number };

export type CsvNeeds = {
  admission: Admission;
  /** Whether a session has ended. */
  isSessionInvalid: (sessionId: number) => Promise<boolean>;
  /** For tests. */
  tooSlow?: SlowReader;
};

/**
 * Answers with CSV files. A caller that goes away or reads too slowly ends it; so does the end of the server. A fault
 * in the middle breaks the connection off, so that half a file is never taken for a whole one; so does the end of the
 * session, looked at whenever rows have been read. Rows are read in portions, accounts in turn.
 */
export function csvResponses(
  app: FastifyInstance,
  { admission, isSessionInvalid, tooSlow = TOO_SLOW }: CsvNeeds,
): SendCsv {
  const running = new Set<Readable>();
  const open = new ConcurrencyLimit();
  app.addHook('preClose', async () => {
    for (const stream of running) stream.destroy();
  });
  return async (reply, read) => {
    const { request } = reply;
    const { role, sessionId } = callerOf(request);
    const close = enterFile(open, accountOf(request), networkOf(request.ip), role === 'admin');
    try {
      const { name, header, rows } = await read();
      const portions = rows[Symbol.asyncIterator]();
      const next = () =>
        admission.run(request, async () => {
          const { done, value } = await portions.next();
          return done ? null : linesOf(value);
        });
      const stream = Readable.from(
        chunks(header, next, () => isSessionInvalid(sessionId)),
        { objectMode: false },
      );
      running.add(stream);
      const watching = cutOffSlowReader(reply, stream, tooSlow);
      stream.once('close', () => {
        clearInterval(watching);
        close();
        running.delete(stream);
        void portions.return?.();
      });
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .header('cache-control', 'no-store')
        .send(stream) as never;
    } catch (error) {
      close();
      throw error;
    }
  };
}

/** Counts a file as open until the returned function is called. Throws CallError 429 or 503 if too many are open. */
function enterFile(open: ConcurrencyLimit, account: string, network: string, isAdmin: boolean): () => void {
  const limits = [
    { key: `account ${account}`, most: MAX_OPEN.account },
    { key: `network ${network}`, most: isAdmin ? Infinity : MAX_OPEN.network },
    ...(isAdmin ? [] : [{ key: ALL, most: MAX_OPEN.all }]),
  ];
  const reached = open.findReached(limits);
  if (reached?.key === ALL) {
    const msg = 'Several files are being made at the moment. Try again in a moment.';
    throw new CallError(503, msg, [], TRY_AGAIN_AFTER);
  }
  if (reached) {
    throw new CallError(429, 'Your other files are still being made. Wait for them.', [], TRY_AGAIN_AFTER);
  }
  return open.enter(limits);
}

/** What was written and is not taken yet counts for nothing: a slow reader must not keep its place. */
function cutOffSlowReader(
  reply: FastifyReply,
  stream: Readable,
  { every, bytes }: SlowReader,
): NodeJS.Timeout {
  const { socket } = reply.raw;
  const taken = () => (socket ? socket.bytesWritten - socket.writableLength : 0);
  let before = taken();
  const watching = setInterval(() => {
    const now = taken();
    const isWaiting = reply.raw.writableLength > 0 || (socket?.writableLength ?? 0) > 0;
    if (isWaiting && now - before < bytes) {
      stream.destroy();
      reply.raw.destroy();
    }
    before = now;
  }, every);
  return watching.unref();
}

function linesOf(rows: readonly (readonly Cell[])[]): Buffer {
  const cells = rows.map((row) => row.map(safeCell));
  return Buffer.from(cells.length > 0 ? stringify(cells, FORMAT) : '');
}

async function* chunks(
  header: readonly string[],
  next: () => Promise<Buffer | null>,
  isSessionInvalid: () => Promise<boolean>,
): AsyncGenerator<Buffer, void> {
  yield Buffer.concat([Buffer.from(BYTE_ORDER_MARK), linesOf([header])]);
  const slices = new Slices();
  for (;;) {
    const portion = await next();
    await slices.pause();
    if (portion === null) return;
    if (await isSessionInvalid()) throw new Error('the session ended before the file did');
    if (portion.length > 0) yield portion;
  }
}

/** `2026-11-21 09:14:07` in a zone: a form that spreadsheets read as a time. */
export function localTimes(zone: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (iso) => format.format(new Date(iso));
}

/** `lone-worker-emergency-20261121-091407`: what it is and when it was made, in the reader's zone. */
export function fileName(what: string, zone: string, now = new Date()): string {
  const words = what
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const at = localTimes(zone)(now.toISOString()).replaceAll(/[-:]/g, '').replace(' ', '-');
  return `${words}-${at}`;
}
