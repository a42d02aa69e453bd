import autocannon from 'autocannon';
import { median, percentile } from '../statistics.ts';

export const CONNECTIONS = 10;
const WARM_UP_SECONDS = 2;

/** `query` (with its ?) and `body` are called for each request. */
export type Call = { method: 'GET' | 'POST'; path: string; query?: () => string; body?: () => string };
export type Target = { url: string; call: Call };
/** Responses a second, and response times in milliseconds. */
export type Speed = { perSecond: number; p50: number; p99: number };

/** Repeats a call over 10 connections, or as many as given, as fast as the responses arrive. Throws if a response is not 2xx. */
export async function measureSpeed(
  { url, call }: Target,
  seconds: number,
  connections: number = CONNECTIONS,
): Promise<Speed> {
  const { method, path, query, body } = call;
  const times: number[] = [];
  const start = performance.now();
  let end = start;
  let lastFailure = '';
  const { errors, non2xx, statusCodeStats } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        duration: seconds,
        requests: [
          {
            method,
            path,
            onResponse: (status, text) => {
              if (status >= 300) lastFailure = text;
            },
            headers: body ? { 'content-type': 'application/json' } : {},
            ...(query || body
              ? {
                  setupRequest: (request) => ({
                    ...request,
                    path: path + (query?.() ?? ''),
                    ...(body ? { body: body() } : {}),
                  }),
                }
              : {}),
          },
        ],
      },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    // autocannon's own histogram rounds to milliseconds.
    running.on('response', (_client, _status, _bytes, ms) => {
      times.push(ms);
      end = performance.now();
    });
  });
  if (errors + non2xx > 0 || times.length === 0) {
    // Without the query, which has the token.
    const endpoint = `${method} ${path.split('?')[0]}`;
    const statuses = Object.entries(statusCodeStats ?? {}).map(
      ([status, { count }]) => `${count} with ${status}`,
    );
    throw new Error(`${endpoint}: ${errors} errors, responses: ${statuses.join(', ')}; ${lastFailure}`);
  }
  return {
    perSecond: times.length / ((end - start) / 1000),
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

/** The sum of the speeds of all servers at the same time, with the connections evenly spread. */
export async function measureAll(
  urls: readonly string[],
  call: Call,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Speed> {
  const speeds = await Promise.all(
    urls.map((url) => measureSpeed({ url, call }, seconds, connections / urls.length)),
  );
  return {
    perSecond: speeds.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p50: median(speeds.map(({ p50 }) => p50)),
    p99: Math.max(...speeds.map(({ p99 }) => p99)),
  };
}

/** How often each target is measured, for how many seconds, and over how many connections (by default 10). */
export type Rounds = { rounds: number; seconds: number; connections?: number };

/** A ratio is the first speed divided by the second; `ratio` is the median of those of all rounds. */
export type SpeedComparison = { first: Speed; second: Speed; ratio: number; ratios: number[] };

/**
 * Measures two targets in alternating order (A B B A ...), so that changes of the machine affect both. The speeds are
 * medians over the rounds; the ratio is the median of the ratios of each round.
 */
export async function compare(
  first: Target,
  second: Target,
  { rounds, seconds, connections }: Rounds,
): Promise<SpeedComparison> {
  const measure = (target: Target) => measureSpeed(target, seconds, connections);
  for (const target of [first, second]) await measureSpeed(target, WARM_UP_SECONDS, connections);
  const speeds: { first: Speed; second: Speed }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const speed = await measure(first);
      speeds.push({ first: speed, second: await measure(second) });
    } else {
      const speed = await measure(second);
      speeds.push({ second: speed, first: await measure(first) });
    }
  }
  const ratios = speeds.map((speed) => speed.first.perSecond / speed.second.perSecond);
  return {
    first: medianSpeed(speeds.map((speed) => speed.first)),
    second: medianSpeed(speeds.map((speed) => speed.second)),
    ratio: median(ratios),
    ratios,
  };
}

/** Each figure is the median of its own. */
export function medianSpeed(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    p50: median(speeds.map(({ p50 }) => p50)),
    p99: median(speeds.map(({ p99 }) => p99)),
  };
}

/** e.g. `2,345/s, p99 8.1 ms` */
export function formatSpeed({ perSecond, p99 }: Speed): string {
  return `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99.toFixed(1)} ms`;
}
