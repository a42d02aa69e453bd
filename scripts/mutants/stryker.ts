import { runFile } from '../setup/run.mjs';

/** Mutates the pure modules (stryker.config.json). Returns 0 if the share of detected mutants reaches the threshold. */
export function runStryker(): Promise<number> {
  return runFile('node_modules/@stryker-mutator/core/bin/stryker.js', [
    'run',
    'scripts/mutants/stryker.config.json',
  ]);
}
