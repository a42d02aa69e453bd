import { readFileSync } from 'node:fs';
import { verifyText } from '@callpoint/server/incidents/timeline/verify-export';
import { runMain } from './setup/progress.mjs';

const USAGE = 'Usage: npm run verify-incident -- FILE.json [HASH]';

await runMain(async () => {
  const [path, expectedHash] = process.argv.slice(2);
  if (path === undefined) throw new Error(USAGE);
  const { file, problems } = verifyText(readFileSync(path, 'utf8'), expectedHash);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) return 1;
  console.log(`Incident ${file.incident_id}: ${file.count} rows are unchanged. SHA-256 ${file.hash}`);
  if (expectedHash === undefined) {
    console.log('Compare this hash with one that was noted at the export, for example in the PDF.');
  }
  return 0;
});
