import autocannon from 'autocannon';
import { median, percentile } from './statistics.ts';

export const CONNECTIONS = 10;
const WARM_UP_SECONDS = 2;

export type Call = { method: 'GET' | 'POST'; path: string; body?: () => string };
export type Target = { url: string; call: Call };
/** Answers a second, and how long one took in milliseconds. */
export type Speed = { perSecond: number; p50: number; p99: number };

/** Calls as fast as the answers come, over 10 connections. Throws where an answer is not 2xx. */
export async function speedOf({ url, call }: Target, seconds: number): Promise<Speed> {
  const { method, path, body } = call;
  const took: number[] = [];
  const from = performance.now();
  let until = from;
  const { errors, non2xx } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: seconds,
        requests: [
          {
            method,
            path,
            headers: body ? { 'content-type': 'application/json' } : {},
            ...(body ? { setupRequest: (request) => ({ ...request, body: body() }) } : {}),
          },
        ],
      },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    // Its own histogram rounds to milliseconds.
    running.on('response', (_client, _status, _bytes, ms) => {
      took.push(ms);
      until = performance.now();
    });
  });
  if (errors + non2xx > 0 || took.length === 0) {
    throw new Error(`${method} ${path}: ${took.length} answers, ${errors} errors, ${non2xx} refusals`);
  }
  return {
    perSecond: took.length / ((until - from) / 1000),
    p50: percentile(took, 50),
    p99: percentile(took, 99),
  };
}

export type Comparison = { ours: Speed; bare: Speed; ratio: number };

/**
 * Measures two servers in turns (A B B A ...), so that a machine that drifts drifts for both. The figures are
 * medians of the rounds; the ratio is the median of each round's own ratio.
 */
export async function compare(
  ours: Target,
  bare: Target,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Comparison> {
  for (const target of [ours, bare]) await speedOf(target, WARM_UP_SECONDS);
  const speeds: { ours: Speed; bare: Speed }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await speedOf(ours, seconds);
      speeds.push({ ours: first, bare: await speedOf(bare, seconds) });
    } else {
      const first = await speedOf(bare, seconds);
      speeds.push({ bare: first, ours: await speedOf(ours, seconds) });
    }
  }
  return {
    ours: middle(speeds.map((speed) => speed.ours)),
    bare: middle(speeds.map((speed) => speed.bare)),
    ratio: median(speeds.map((speed) => speed.ours.perSecond / speed.bare.perSecond)),
  };
}

function middle(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    p50: median(speeds.map(({ p50 }) => p50)),
    p99: median(speeds.map(({ p99 }) => p99)),
  };
}

/** e.g. `2,345/s, p99 8.1 ms` */
export function speedInWords({ perSecond, p99 }: Speed): string {
  return `${Math.round(perSecond).toLocaleString('en-US')}/s, p99 ${p99.toFixed(1)} ms`;
}
