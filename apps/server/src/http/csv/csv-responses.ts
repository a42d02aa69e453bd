import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CallError } from '../errors/call-error.ts';
import { safeCell, type Cell } from './csv-cells.ts';
import { getAccountKey, type Admission } from '../admission/admission.ts';
import { getCaller } from '../auth/guard.ts';
import { getNetwork } from '../admission/network.ts';
import { bytesRead, type SlowReader } from '../connections/slow-readers.ts';
import { ConcurrencyLimit } from '../../scheduling/concurrency-limit.ts';
import { Slices } from '../../scheduling/slices.ts';

/**
 * Maximum open files of one process: of an account, of a network, and of all subscribers. Each has one batch of rows in
 * memory. Files of administrators do not count for the total.
 */
const MAX_OPEN = { account: 2, network: 10, all: 200 };
const ALL = 'all';
/** Stricter than for other responses: each file reads from the database until it ends. */
const TOO_SLOW: SlowReader = { within: 30_000, bytes: 256 * 1024 };
/** Seconds. */
const TRY_AGAIN_AFTER = 15;
/** Spreadsheets read a file as UTF-8 only if it starts with this. */
const BYTE_ORDER_MARK = '\uFEFF';
// With its own delimiter, the library would leave other line breaks without quotes.
const FORMAT = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
} as const;

export type CsvFile = {
  /** Without its ending: letters, digits and dashes. */
  name: string;
  header: readonly string[];
  /** The rows in batches. */
  rows: AsyncIterable<Cell[][]>;
};

/** Sends a file while its rows are read, as fast as the caller reads it; the framework needs the returned value. */
export type SendCsv = (reply: FastifyReply, open: () => Promise<CsvFile>) => Promise<never>;

export type CsvDependencies = {
  admission: Admission;
  /** True if a session was revoked or has expired. */
  isSessionInvalid: (sessionId: number) => Promise<boolean>;
  /** For tests. */
  tooSlow?: SlowReader;
};

/**
 * Responds with CSV files. A file is canceled if its caller disconnects or reads too slowly, and if the server stops.
 * An error in the middle closes the connection, so that no client mistakes a part of a file for the complete file. The
 * session is checked after each batch, and an invalid one closes the connection too. Batches are read through the fair
 * queue.
 */
export function csvResponses(
  app: FastifyInstance,
  { admission, isSessionInvalid, tooSlow = TOO_SLOW }: CsvDependencies,
): SendCsv {
  const running = new Set<Readable>();
  const open = new ConcurrencyLimit();
  app.addHook('preClose', async () => {
    for (const stream of running) stream.destroy();
  });
  return async (reply, read) => {
    const { request } = reply;
    const { role, sessionId } = getCaller(request);
    const close = enterFile(open, getAccountKey(request), getNetwork(request.ip), role === 'admin');
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
      const checking = closeForSlowReader(reply, stream, tooSlow);
      stream.once('close', () => {
        clearInterval(checking);
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
    const msg = 'Several exports are in progress. Try again in a moment.';
    throw new CallError(503, msg, [], TRY_AGAIN_AFTER);
  }
  if (reached) {
    throw new CallError(
      429,
      'Your other exports are still in progress. Wait until they finish.',
      [],
      TRY_AGAIN_AFTER,
    );
  }
  return open.enter(limits);
}

/** Counts only bytes that the client has read, so that a slow client does not keep its slot. */
function closeForSlowReader(
  reply: FastifyReply,
  stream: Readable,
  { within, bytes }: SlowReader,
): NodeJS.Timeout {
  const { socket } = reply.raw;
  let before = socket ? bytesRead(socket) : 0;
  const checking = setInterval(() => {
    const now = socket ? bytesRead(socket) : 0;
    const isWaiting = reply.raw.writableLength > 0 || (socket?.writableLength ?? 0) > 0;
    if (isWaiting && now - before < bytes) {
      stream.destroy();
      reply.raw.destroy();
    }
    before = now;
  }, within);
  return checking.unref();
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
    if (await isSessionInvalid()) throw new Error('the session is no longer valid');
    // Also an empty one: the file can only be canceled here.
    yield portion;
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

/** `lone-worker-emergency-20261121-091407`: what it contains and when it was created, in the reader's time zone. */
export function fileName(what: string, zone: string, now = new Date()): string {
  const words = what
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const at = localTimes(zone)(now.toISOString()).replaceAll(/[-:]/g, '').replace(' ', '-');
  return `${words}-${at}`;
}
