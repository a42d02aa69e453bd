import { isEmailAddress } from '@callpoint/contract/fields';
import { EnvironmentError } from './config/variables.ts';
import { dataFolder, databaseLocation } from './db/connection.ts';
import { readEnvironment } from './delivery/channels/environment.ts';
import { checkChannels } from './doctor/check-channels.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkDisk } from './doctor/check-disk.ts';
import { checkImages } from './doctor/check-images.ts';
import { checkReplica } from './doctor/check-replica.ts';
import { checkSettings } from './doctor/check-settings.ts';
import { CLOCK, checkSynchronization } from './doctor/clock.ts';
import { findingLines, problem, type Finding } from './doctor/finding.ts';

/**
 * `npm run doctor [-- EMAIL]`: checks the settings, the database, its replica, the disk, the images, the clock, email and Twilio, and prints what to
 * fix. With an address, it sends a real email there. Exits with 1 if there is a problem.
 */

async function examine(email: string | null): Promise<Finding[]> {
  const environment = readEnvironment(process.env);
  const location = databaseLocation(environment);
  const database = await checkDatabase(location, environment);
  const found = [
    ...checkSettings(environment, location),
    ...database,
    ...(await checkReplica(location, environment.databaseReadUrl)),
    ...(await checkDisk(dataFolder(location))),
    ...(await checkImages(environment.imageBucket)),
    ...(await checkChannels(environment, email)),
  ];
  const hasClock = found.some(({ subject }) => subject === CLOCK);
  return hasClock ? found : [...found, await checkSynchronization()];
}

async function main([given, ...more]: readonly string[]): Promise<number> {
  const email = given ?? null;
  if (more.length > 0 || (email !== null && !isEmailAddress(email))) {
    console.error('usage: npm run doctor [-- EMAIL]');
    return 2;
  }
  const findings = await examine(email).catch((error: unknown) => {
    if (!(error instanceof EnvironmentError)) throw error;
    return [problem('Settings', error.message, 'docs/operations.md lists all settings.')];
  });
  for (const finding of findings) console.log(findingLines(finding).join('\n'));
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length;
  console.log(`\nproblems: ${count('problem')}, warnings: ${count('warning')}, notices: ${count('notice')}`);
  return count('problem') > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
