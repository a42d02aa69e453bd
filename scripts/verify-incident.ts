import { readFileSync } from 'node:fs';
import { verifyExport } from '@callpoint/server/incidents/verify-export';
import type { IncidentFile } from '@callpoint/server/incidents/export-chain';
import { runMain } from './setup/progress.mjs';

const USAGE = 'Usage: npm run verify-incident -- FILE.json [HASH]';

await runMain(async () => {
  const [path, expectedHash] = process.argv.slice(2);
  if (path === undefined) throw new Error(USAGE);
  const file = read(path);
  const problems = verifyExport(file, expectedHash);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) return 1;
  console.log(`Incident ${file.incident_id}: ${file.count} rows are unchanged. SHA-256 ${file.hash}`);
  if (expectedHash === undefined) {
    console.log('Compare this hash with one that was noted at the export, for example in the PDF.');
  }
  return 0;
});

function read(path: string): IncidentFile {
  const file = JSON.parse(readFileSync(path, 'utf8')) as IncidentFile;
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && 'n' in row && 'hash' in row;
  if (!Array.isArray(file.rows) || !file.rows.every(isRow))
    throw new Error(`${path} is no exported incident.`);
  return file;
}
