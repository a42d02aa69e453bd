import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Event streams of many open consoles, read with as little work as possible: they share the cores of the servers. */
export type OpenConsoles = {
  /** Resolves when every console has the event of a press, with the time of the last one. */
  received(id: number): Promise<number>;
  close(): void;
};

/** How many are opened at the same time. */
const PARALLEL = 50;

/**
 * Opens a console for each token, evenly spread over the servers, and resolves when all are open.
 * @param base of the consoles' calls
 */
export async function openConsoles(
  urls: readonly string[],
  base: '/api/v1' | '/tapi/v1',
  tokens: readonly string[],
): Promise<OpenConsoles> {
  const counts = new Map<number, number>();
  const waiting = new Map<number, (at: number) => void>();
  const sockets: Socket[] = [];
  const onPress = (id: number) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    if (count === tokens.length) waiting.get(id)?.(performance.now());
  };
  for (let from = 0; from < tokens.length; from += PARALLEL) {
    const some = tokens
      .slice(from, from + PARALLEL)
      .map((token, index) => open(urls[index % urls.length] ?? '', base, token, from + index, onPress));
    sockets.push(...(await Promise.all(some)));
  }
  return {
    async received(id) {
      if (counts.get(id) === tokens.length) return performance.now();
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting.set(id, resolve);
      return await promise;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

const CREATED = /"kind":"submission\.created"[^}]*?"id":(\d+)/g;

async function open(
  url: string,
  base: string,
  token: string,
  number: number,
  onPress: (id: number) => void,
): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let rest = '';
  socket.on('data', (part: string) => {
    rest += part;
    if (rest.startsWith('HTTP/1.1 ') && !rest.startsWith('HTTP/1.1 200'))
      reject(new Error(`a console was rejected: ${rest.slice(0, 300)}`));
    if (rest.includes('"kind":"hello"')) resolve();
    const end = rest.lastIndexOf('\n\n');
    if (end === -1) return;
    for (const [, id] of rest.slice(0, end).matchAll(CREATED)) onPress(Number(id));
    rest = rest.slice(end);
  });
  socket.on('error', reject);
  await once(socket, 'connect');
  // Each console is at its own address.
  const address = `10.0.${number >> 8}.${number & 255}`;
  socket.write(
    `GET ${base}/events?token=${token} HTTP/1.1\r\nhost: ${host}\r\nx-forwarded-for: ${address}\r\n\r\n`,
  );
  await promise;
  return socket;
}
