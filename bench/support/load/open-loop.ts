import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Requests that arrive independently of the responses, as those of many phones do. */

/** Connections that are open before the first request, and how many are opened at the same time. */
const IN_ADVANCE = 2000;
const PARALLEL = 100;

export type TimedResponse = {
  /** 0: the connection ended without a response. */
  status: number;
  hasRetryAfter: boolean;
  /** From the time at which the request was due, in milliseconds. */
  ms: number;
  /** When it was due, in milliseconds since the start. */
  dueAt: number;
};

/**
 * Sends requests with Poisson arrivals, each over a connection of its own at that time, and resolves when all have
 * responses. Connections are used again, and many are opened before the start; a request never waits for one.
 * @param request the whole HTTP/1.1 request, with its body
 * @param rate requests a second
 * @param connections that are open before the first request; a multiple of 100
 */
export async function sendOpenLoop(
  url: string,
  request: () => string,
  rate: number,
  seconds: number,
  connections = IN_ADVANCE,
): Promise<TimedResponse[]> {
  return await sendPhases(url, request, [{ rate, seconds }], connections);
}

/** Requests a second, for so many seconds. */
export type Phase = { rate: number; seconds: number };

/** Like `sendOpenLoop`, at one rate after the other without a pause. */
export async function sendPhases(
  url: string,
  request: () => string,
  phases: readonly Phase[],
  connections = IN_ADVANCE,
): Promise<TimedResponse[]> {
  const { hostname, port } = new URL(url);
  const pool = new Connections(hostname, Number(port));
  await pool.openInAdvance(connections);
  const responses: Promise<TimedResponse>[] = [];
  const start = performance.now();
  let from = 0;
  for (const { rate, seconds } of phases) {
    for (let dueAt = from; ;) {
      dueAt += (-Math.log(1 - Math.random()) / rate) * 1000;
      if (dueAt > from + seconds * 1000) break;
      await until(start + dueAt, rate);
      const at = dueAt;
      responses.push(
        pool.send(request()).then((answer) => ({ ...answer, ms: performance.now() - start - at, dueAt: at })),
      );
    }
    from += seconds * 1000;
  }
  const all = await Promise.all(responses);
  pool.close();
  return all;
}

/** Sends so many requests at the same time, each over a connection that is open already; a multiple of 100. */
export async function sendAtOnce(
  url: string,
  request: () => string,
  count: number,
): Promise<TimedResponse[]> {
  const { hostname, port } = new URL(url);
  const pool = new Connections(hostname, Number(port));
  await pool.openInAdvance(count);
  const texts = Array.from({ length: count }, request);
  const start = performance.now();
  const responses = texts.map(async (text) => {
    const answer = await pool.send(text);
    return { ...answer, ms: performance.now() - start, dueAt: 0 };
  });
  const all = await Promise.all(responses);
  pool.close();
  return all;
}

/** Requests a second up to which each is sent exactly when it is due. */
const EXACT = 100;

/**
 * Timers are late by up to a millisecond. Waiting without them uses a core, which slows the server down: only for few
 * requests, and only at the end.
 */
async function until(time: number, rate: number): Promise<void> {
  for (;;) {
    const wait = time - performance.now();
    if (wait <= 0) return;
    await new Promise<void>((resolve) => {
      if (rate <= EXACT && wait <= 2) setImmediate(resolve);
      else setTimeout(resolve, Math.max(1, wait - 1));
    });
  }
}

type Answer = Pick<TimedResponse, 'status' | 'hasRetryAfter'>;
type Connection = { socket: Socket; answer: (answer: Answer) => void };

class Connections {
  readonly #host: string;
  readonly #port: number;
  readonly #free: Connection[] = [];
  readonly #all = new Set<Connection>();

  constructor(host: string, port: number) {
    this.#host = host;
    this.#port = port;
  }

  /** Resolves to the response; its status is 0 if the connection ends before it. */
  send(text: string): Promise<Answer> {
    const connection = this.#free.pop() ?? this.#open();
    return new Promise((resolve) => {
      connection.answer = resolve;
      connection.socket.write(text);
    });
  }

  async openInAdvance(connections: number): Promise<void> {
    for (let opened = 0; opened < connections; opened += PARALLEL) {
      const some = Array.from({ length: PARALLEL }, () => this.#open());
      await Promise.all(some.map(({ socket }) => once(socket, 'connect')));
      this.#free.push(...some);
    }
  }

  close(): void {
    for (const { socket } of this.#all) socket.destroy();
  }

  #open(): Connection {
    const socket = connect(this.#port, this.#host);
    socket.setNoDelay();
    const connection: Connection = { socket, answer: () => {} };
    this.#all.add(connection);
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      received += part;
      const head = received.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < head + 4 + length) return;
      const status = Number(received.slice(9, 12));
      const hasRetryAfter = /^retry-after: \d+\r$/im.test(received.slice(0, head + 2));
      received = '';
      this.#free.push(connection);
      connection.answer({ status, hasRetryAfter });
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#all.delete(connection);
      const index = this.#free.indexOf(connection);
      if (index !== -1) this.#free.splice(index, 1);
      connection.answer({ status: 0, hasRetryAfter: false });
    });
    return connection;
  }
}
