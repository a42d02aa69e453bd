import { Metrics, type Sources } from '../../metrics/metrics.ts';
import { startPressingServer } from './pressing-server.ts';

/** Metrics of a process that is ready and cannot read figures, unless other sources are given. */
export function testMetrics(sources: Partial<Sources> = {}): Metrics {
  return new Metrics({
    readFigures: async () => Promise.reject(new Error('no database')),
    connections: () => null,
    isReady: async () => true,
    ...sources,
  });
}

/** The metrics at an address. Rejects after as long as Prometheus waits by default. */
export const scrape = async (url: string) =>
  await (await fetch(url, { signal: AbortSignal.timeout(10_000) })).text();

/** The value of a metric with exactly these labels; undefined if it has none. */
export function valueOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
}

/** A real server with metrics at `url`, and a phone that presses. */
export async function serverWithMetrics({ smtpUrl }: { smtpUrl?: string } = {}) {
  const variables = {
    METRICS_LISTEN: '127.0.0.1:0',
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
  };
  const { db, smtp, server, press } = await startPressingServer(variables, 'SIGTERM');
  return { db, smtp, server, press, url: await server.line(/"metrics":"([^"]+)"/) };
}
