/** Imported into a server: what it does every ten minutes, it does every second. */
const TEN_MINUTES = 600_000;
const { setInterval } = globalThis;
globalThis.setInterval = Object.assign(
  (/** @type {() => void} */ work, /** @type {number} */ ms) =>
    setInterval(work, ms === TEN_MINUTES ? 1_000 : ms),
  setInterval,
);
