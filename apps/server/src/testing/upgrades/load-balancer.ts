import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

/** How often the readiness of each server is read, in milliseconds. */
const CHECK_EVERY = 500;

export type LoadBalancer = {
  url: string;
  /** Adds a server and resolves when it gets calls. */
  add(url: string): Promise<void>;
  /** Resolves when a server that has been added gets no more calls. */
  removed(url: string): Promise<void>;
  /** The number of calls that a server has answered with 200. */
  answered(url: string): number;
  /** The number of calls that a server has answered with another status, or not at all. */
  failed(url: string): number;
  close(): void;
};

/**
 * Passes calls to servers in turn, like the load balancer of an operator: a server gets calls while its readiness is 200,
 * also after it stopped and until the next look at it. A call without a response gets 502.
 */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  const servers = new Map<string, { isReady: boolean; answered: number; failed: number }>();
  let next = 0;

  function passOn(incoming: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const ready = [...servers].filter(([, { isReady }]) => isReady);
    next += 1;
    const [url, server] = ready[next % Math.max(1, ready.length)] ?? [];
    if (url === undefined || !server) return void response.writeHead(503).end();
    const { method, headers } = incoming;
    const outgoing = request(new URL(incoming.url ?? '', url), { agent, method, headers });
    outgoing.once('response', (answer) => {
      if (answer.statusCode === 200) server.answered += 1;
      else server.failed += 1;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.once('error', () => response.destroy());
      answer.pipe(response);
    });
    outgoing.once('error', () => {
      server.failed += 1;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    outgoing.end(body);
  }

  const proxy = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.once('end', () => passOn(incoming, response, Buffer.concat(parts)));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const timer = setInterval(() => {
    for (const [url, server] of servers)
      void readReadiness(url).then((isReady) => (server.isReady = isReady));
  }, CHECK_EVERY);
  const isReady = (url: string) => servers.get(url)?.isReady;
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async add(url) {
      servers.set(url, { isReady: false, answered: 0, failed: 0 });
      await expect.poll(() => isReady(url)).toBe(true);
    },
    async removed(url) {
      await expect.poll(() => isReady(url)).toBe(false);
    },
    answered: (url) => servers.get(url)?.answered ?? 0,
    failed: (url) => servers.get(url)?.failed ?? 0,
    close() {
      clearInterval(timer);
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}

async function readReadiness(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
