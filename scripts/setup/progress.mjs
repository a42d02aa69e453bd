/**
 * Seconds with one decimal, e.g. `3.2 s`.
 * @param {number} since value of performance.now()
 */
export function secondsSince(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * Prints that work has started, repeats this while it runs, and prints its duration.
 * @template T
 * @param {string} what e.g. `Installing packages`
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const startedAt = performance.now();
  console.log(`${what} ...`);
  const ticker = setInterval(() => console.log(`${what} ... ${secondsSince(startedAt)} so far`), 10_000);
  try {
    const result = await work();
    console.log(`${what}: done in ${secondsSince(startedAt)}`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}

/** An error with a message for people; it is shown without a stack. */
export class UserError extends Error {}

/**
 * Runs a command's main function; an error becomes a message and exit code 1.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof UserError ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
