import { runInjectedFaults } from './mutants/injected-faults.ts';
import { runStryker } from './mutants/stryker.ts';
import { runMain } from './setup/progress.mjs';

/** `npm run mutants`: both parts. `-- pure`: Stryker only. `-- WORDS`: the injected faults whose name contains them. */
await runMain(async () => {
  const words = process.argv.slice(2).join(' ');
  const stryker = words === '' || words === 'pure' ? await runStryker() : 0;
  const injected = words === 'pure' ? 0 : await runInjectedFaults(words);
  return stryker || injected;
});
