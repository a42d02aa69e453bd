import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP proxy before a database, whose connections can become silent: open, but without any data. */
export type SilentProxy = {
  /** The URL of the database through the proxy. */
  url: string;
  /** Makes all open connections silent. New ones work, unless `alsoNew`. */
  silence(options?: { alsoNew: boolean }): void;
};

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    return socket;
  };
  const proxy = createServer((client) => {
    keep(client);
    if (isSilent) return;
    const server = keep(connect(Number(target.port), target.hostname));
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    silence({ alsoNew } = { alsoNew: false }) {
      isSilent = alsoNew;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
