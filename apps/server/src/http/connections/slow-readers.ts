import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A client that reads fewer than `bytes` in `within` milliseconds, although more are ready, is disconnected. */
export type SlowReader = { within: number; bytes: number };

/** Half a kilobyte a second: the slowest phone network carries ten times as much. */
const TOO_SLOW: SlowReader = { within: 30_000, bytes: 16 * 1024 };
/** How often a connection is checked in that time, so that one with nothing to read in between is not too slow. */
const CHECKS = 6;

type Connection = Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'> & {
  /** Not documented by Node, whose own timeout of a socket reads it too. */
  _handle?: { bytesWritten?: number; writeQueueSize?: number } | null;
};

/**
 * Disconnects clients that do not read: otherwise their responses would stay in memory, and their calls would keep the places
 * that limits have, for as long as they like.
 */
export function disconnectSlowReaders(app: FastifyInstance, rule = TOO_SLOW): void {
  const readers = new SlowReaders(rule);
  const checking = setInterval(() => readers.check(performance.now()), rule.within / CHECKS).unref();
  app.server.on('connection', (socket) => {
    readers.add(socket);
    socket.once('close', () => readers.delete(socket));
  });
  app.addHook('onClose', async () => clearInterval(checking));
}

/** Open connections, and since when each has had bytes that its client does not read. */
export class SlowReaders {
  readonly #rule: SlowReader;
  readonly #connections = new Map<Connection, { since: number; bytes: number } | null>();

  constructor(rule: SlowReader) {
    this.#rule = rule;
  }

  add(connection: Connection): void {
    this.#connections.set(connection, null);
  }

  delete(connection: Connection): void {
    this.#connections.delete(connection);
  }

  /** Destroys the connections of clients that are too slow. @param now in milliseconds */
  check(now: number): void {
    for (const [connection, waiting] of this.#connections) {
      const bytes = bytesRead(connection);
      if (connection.writableLength === 0) this.#connections.set(connection, null);
      else if (waiting === null || bytes - waiting.bytes >= this.#rule.bytes)
        this.#connections.set(connection, { since: now, bytes });
      else if (now - waiting.since >= this.#rule.within) connection.destroy();
    }
  }
}

/**
 * How many bytes the client of a connection has read, or the system keeps for it. A write counts in `writableLength` until all
 * of it was sent, and an image is one write: only the handle says how much of it is left.
 */
export function bytesRead({ bytesWritten, writableLength, _handle }: Omit<Connection, 'destroy'>): number {
  const { bytesWritten: started, writeQueueSize: left } = _handle ?? {};
  return started === undefined || left === undefined ? bytesWritten - writableLength : started - left;
}
