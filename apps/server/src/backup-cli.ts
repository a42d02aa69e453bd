import { resolve } from 'node:path';
import { databaseLocation, isShared } from './db/connection.ts';
import { readEnvironment } from './delivery/channels/environment.ts';
import { backUp, backupFileProblems, sourceProblems } from './transfer/backup.ts';
import { nameOf } from './transfer/location-url.ts';
import {
  complain,
  contentLine,
  missingImagesLines,
  otherTablesLines,
  runCommand,
} from './transfer/report.ts';

/** `npm run backup -- FILE`: writes a backup of the database to a new file, while servers run. */

const USAGE = 'usage: npm run backup -- FILE';

async function main([given, ...more]: readonly string[]): Promise<number> {
  if (!given || given.startsWith('-') || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const file = resolve(given);
  const environment = readEnvironment(process.env);
  const location = databaseLocation(environment);
  const problems = [...(await backupFileProblems(file)), ...sourceProblems(location)];
  if (problems.length > 0) return complain(problems);
  const { summary, missingImages, otherTables } = await backUp(location, file);
  const lines = [
    `Backup of ${nameOf(location)}`,
    `  to ${file}`,
    '',
    contentLine(summary),
    'It was read again and compared: the number and a hash of the rows of each table are equal.',
    ...otherTablesLines(otherTables),
    ...missingImagesLines(missingImages, environment.imageBucket !== null),
    '',
    'It contains personal data and the hashes of passwords, and is not encrypted: only you can read the file. Store it safely.',
    environment.secretKey === null && !isShared(location)
      ? 'It does not contain the key of encrypted settings: back up the file secret-key of DATA_DIR separately.'
      : 'It does not contain the key of encrypted settings: keep SECRET_KEY separately.',
  ];
  console.log(lines.join('\n'));
  return 0;
}

await runCommand(main);
