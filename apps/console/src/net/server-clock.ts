/** How far this computer's clock is behind the server's, in milliseconds: a wall display may run for months. */
let behind = 0;
let measuredAt = -Infinity;

const MEASURE_EVERY_MS = 600_000;
/** The header has whole seconds, and the response takes time. */
const TOLERANCE_MS = 5_000;

/** Now by the server's clock, in milliseconds since 1970; measures the difference from time to time. */
export function serverNow(): number {
  if (performance.now() - measuredAt > MEASURE_EVERY_MS) {
    measuredAt = performance.now();
    void measure();
  }
  return Date.now() + behind;
}

async function measure(): Promise<void> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    const difference = Date.parse(response.headers.get('date') ?? '') - Date.now();
    if (!Number.isNaN(difference)) behind = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
  } catch {
    // The last difference stays.
  }
}
