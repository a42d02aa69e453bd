// npm run nightly: the property, corpus and crash tests at full length; takes some hours (docs/proofs.md).
import { ensureInstalled } from './setup/install.mjs';
import { serverBuild } from './setup/paths.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/nightly.ts', process.argv.slice(2), { SERVER_ENTRY: serverBuild });
});
