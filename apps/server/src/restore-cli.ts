import { resolve } from 'node:path';
import { databaseLocation } from './db/connection.ts';
import { readEnvironment } from './delivery/channels/environment.ts';
import { nameOf } from './transfer/location-url.ts';
import { complain, contentLine, heldLines, problemsOf, runCommand } from './transfer/report.ts';
import { requireEmpty, restore, verifyBackup } from './transfer/restore.ts';

/** `npm run restore -- FILE`: restores a backup into the empty database of the settings. */

const USAGE = 'usage: npm run restore -- FILE';

async function main([given, ...more]: readonly string[]): Promise<number> {
  if (!given || given.startsWith('-') || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const file = resolve(given);
  const environment = readEnvironment(process.env);
  const location = databaseLocation(environment);
  const problems = [
    ...(await problemsOf(file, () => verifyBackup(file))),
    ...(await problemsOf(nameOf(location), () => requireEmpty(location))),
  ];
  if (problems.length > 0) return complain(problems);
  const { origin: from, summary, held } = await restore(file, location);
  const lines = [
    `Restored ${file} of ${from.createdAt}`,
    `  to ${nameOf(location)}`,
    '',
    contentLine(summary),
    'What was stored was compared with the backup: the number and a hash of the rows of each table are equal.',
    ...heldLines(held),
    '',
    'Encrypted settings need the key of the server that the backup is from: SECRET_KEY, or its file secret-key in DATA_DIR.',
  ];
  console.log(lines.join('\n'));
  return 0;
}

await runCommand(main);
