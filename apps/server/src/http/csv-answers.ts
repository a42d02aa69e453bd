import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CallError } from './call-error.ts';
import { safeCell, type Cell } from './csv-cells.ts';
import { callerOf } from './guard.ts';

/** How many may be made at once in one process: they must leave room for presses. */
const AT_ONCE = 4;
/** And for one account: they must leave room for others. */
const OF_ONE_ACCOUNT = 2;
/** Milliseconds; a caller who took nothing for so long has gone, whatever its connection says. */
const STALLED = 60_000;
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

/**
 * Answers with CSV files. A caller that goes away or stops reading ends it; so does the end of the server. A fault in
 * the middle breaks the connection off, so that half a file is never taken for a whole one; so does the end of the
 * session, looked at whenever rows have been read.
 * @param hasEnded whether a session has
 * @param stalled for tests: how long a caller may take nothing, in milliseconds
 */
export function csvAnswers(
  app: FastifyInstance,
  hasEnded: (sessionId: number) => Promise<boolean>,
  stalled = STALLED,
): SendCsv {
  const running = new Set<Readable>();
  /** Of each that is being made, whose it is. */
  const taken: string[] = [];
  app.addHook('preClose', async () => {
    for (const stream of running) stream.destroy();
  });
  return async (reply, open) => {
    const { role, id, sessionId } = callerOf(reply.request);
    const account = `${role} ${id}`;
    if (taken.filter((one) => one === account).length >= OF_ONE_ACCOUNT) {
      throw new CallError(429, 'Your other files are still being made. Wait for them.', [], TRY_AGAIN_AFTER);
    }
    if (taken.length >= AT_ONCE) {
      const msg = 'Several files are being made at the moment. Try again in a moment.';
      throw new CallError(503, msg, [], TRY_AGAIN_AFTER);
    }
    taken.push(account);
    const ended = () => taken.splice(taken.indexOf(account), 1);
    try {
      const { name, header, rows } = await open();
      const stream = Readable.from(
        chunks(header, rows, () => hasEnded(sessionId)),
        { objectMode: false },
      );
      running.add(stream);
      stream.once('close', () => {
        ended();
        running.delete(stream);
      });
      // It counts what leaves, not what is handed over: one who reads slowly goes on reading.
      reply.raw.setTimeout(stalled, () => {
        stream.destroy();
        reply.raw.destroy();
      });
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.csv"`)
        .header('cache-control', 'no-store')
        .send(stream) as never;
    } catch (error) {
      ended();
      throw error;
    }
  };
}

async function* chunks(
  header: readonly string[],
  rows: CsvFile['rows'],
  hasEnded: () => Promise<boolean>,
): AsyncGenerator<Buffer, void> {
  yield Buffer.from(BYTE_ORDER_MARK + stringify([header.map(safeCell)], FORMAT));
  for await (const some of rows) {
    if (await hasEnded()) throw new Error('the session ended before the file did');
    if (some.length > 0)
      yield Buffer.from(
        stringify(
          some.map((row) => row.map(safeCell)),
          FORMAT,
        ),
      );
    // Whoever waits for the event loop goes first.
    await setImmediate();
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
