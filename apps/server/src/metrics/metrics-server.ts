import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../config/listen-address.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds that a request may take to arrive. */
const MAX_ARRIVAL = 5_000;

export type MetricsServer = {
  /** Where it listens, e.g. `http://127.0.0.1:9464/metrics`. */
  url: string;
  close(): Promise<void>;
};

/**
 * Serves the metrics on an address of their own, so that no proxy publishes them by mistake. Requests that arrive
 * together share one reading.
 */
export async function serveMetrics(metrics: Metrics, { host, port }: ListenAddress): Promise<MetricsServer> {
  let reading: ReturnType<Metrics['text']> | null = null;
  const server = createServer({ requestTimeout: MAX_ARRIVAL }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    reading ??= metrics.text().finally(() => (reading = null));
    reading.then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, 'listening');
  const { port: listens } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listens}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
