// npm run sbom: writes the software bill of materials (CycloneDX) of what runs in production.
import { ensureInstalled } from './setup/install.mjs';
import { runFile } from './setup/run.mjs';
import { runMain } from './setup/progress.mjs';

await runMain(async () => {
  await ensureInstalled();
  return runFile('scripts/sbom.ts');
});
