import { once } from 'node:events';
import { createServer, connect, type Socket } from 'node:net';

/**
 * The network between a phone and the server, with faults: a TCP proxy on a port of its own, whose address stays the same
 * while the server restarts.
 */
export type FaultyNetwork = {
  url: string;
  /** From now on, connections lead to this server. */
  leadTo(url: string): void;
  /**
   * `works`; `refused`: no connection; `slow`: each piece is delayed; `cut`: a connection ends when the server has
   * received the request and starts to respond, so that the response is lost.
   */
  behave(as: 'works' | 'refused' | 'slow' | 'cut'): void;
  close(): Promise<void>;
};

/** The delay of each piece on a slow network, in milliseconds. */
const SLOW = 300;

export async function startFaultyNetwork(serverUrl: string): Promise<FaultyNetwork> {
  let target = new URL(serverUrl);
  let behavior: Parameters<FaultyNetwork['behave']>[0] = 'works';
  const open = new Set<Socket>();
  const proxy = createServer((phone) => {
    if (behavior === 'refused') return void phone.destroy();
    const server = connect(Number(target.port), target.hostname);
    const end = () => {
      phone.destroy();
      server.destroy();
    };
    for (const socket of [phone, server]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
      socket.on('error', end);
    }
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (piece) => {
        if (behavior === 'refused' || (behavior === 'cut' && from === server)) return end();
        if (behavior === 'slow') setTimeout(() => to.write(piece), SLOW);
        else to.write(piece);
      });
    };
    pass(phone, server);
    pass(server, phone);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(url) {
      target = new URL(url);
      cutAll();
    },
    behave(as) {
      behavior = as;
      if (as === 'refused') cutAll();
    },
    async close() {
      cutAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
