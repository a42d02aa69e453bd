import { parseArgs } from 'node:util';
import { isShared, type DatabaseLocation } from './db/connection.ts';
import { readEnvironment } from './delivery/channels/environment.ts';
import { sourceProblems } from './transfer/backup.ts';
import { addressProblem, nameOf, parseLocation } from './transfer/location-url.ts';
import { move, requireUnusedSource } from './transfer/move.ts';
import {
  complain,
  contentLine,
  missingImagesLines,
  otherTablesLines,
  problemsOf,
  runCommand,
} from './transfer/report.ts';
import { requireEmpty } from './transfer/restore.ts';

/** `npm run move -- --from sqlite:FOLDER --to postgres://…`: copies everything to an empty database. */

const USAGE = 'usage: npm run move -- --from ADDRESS --to ADDRESS';

function readArguments(args: readonly string[]): { from?: string; to?: string } | null {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    return null;
  }
}

async function main(args: readonly string[]): Promise<number> {
  const given = readArguments(args);
  if (!given) {
    console.error(USAGE);
    return 2;
  }
  const locations = { from: parseLocation(given.from ?? ''), to: parseLocation(given.to ?? '') };
  const wrong = (['from', 'to'] as const).filter((name) => !locations[name]);
  if (!locations.from || !locations.to) {
    for (const name of wrong) console.error(`--${name} ${addressProblem(given[name])}`);
    console.error(USAGE);
    return 2;
  }
  return await run(locations.from, locations.to);
}

async function run(from: DatabaseLocation, to: DatabaseLocation): Promise<number> {
  const { imageBucket } = readEnvironment(process.env);
  if (nameOf(from) === nameOf(to)) return complain(['--from and --to are the same database']);
  const missing = sourceProblems(from);
  const problems = [
    ...missing,
    ...(missing.length > 0 ? [] : await problemsOf(nameOf(from), () => requireUnusedSource(from))),
    ...(await problemsOf(nameOf(to), () => requireEmpty(to))),
  ];
  if (problems.length > 0) return complain(problems);
  const { summary, missingImages, otherTables } = await move(from, to);
  const lines = [
    `Moved ${nameOf(from)}`,
    `  to ${nameOf(to)}`,
    '',
    contentLine(summary),
    'What was stored was compared with what was read: the number and a hash of the rows of each table are equal.',
    ...otherTablesLines(otherTables),
    ...missingImagesLines(missingImages, imageBucket !== null),
    '',
    'Nothing is held: the servers of the new database continue to send. Start none on the old one again: both would send the same messages.',
    ...secretLines(from, to),
  ];
  console.log(lines.join('\n'));
  return 0;
}

/** The key is in a file of the data folder, unless the setting has it. */
function secretLines(from: DatabaseLocation, to: DatabaseLocation): string[] {
  if (isShared(from)) return ['Start the server with the same SECRET_KEY as before.'];
  return !isShared(to)
    ? ['Copy the file secret-key to the new data folder, or set the same SECRET_KEY as before.']
    : [
        'Set SECRET_KEY to the content of the file secret-key in the old data folder, or to the same key as before.',
      ];
}

await runCommand(main);
