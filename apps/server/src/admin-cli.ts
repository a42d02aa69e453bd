import { isEmailAddress } from '@callpoint/contract/fields';
import { EnvironmentError, readEnvironment } from './config/environment.ts';
import { databaseLocation, openDatabase } from './db/connection.ts';
import { migrate } from './db/migrate.ts';
import { addAdministrator, randomPassword } from './features/sessions/administrators.ts';

/** `npm run admin -- add EMAIL`: makes an administrator with a random password and prints it once. */

const USAGE = 'usage: npm run admin -- add EMAIL';

async function main(args: readonly string[]): Promise<number> {
  const [command, email] = args;
  if (command !== 'add' || email === undefined || args.length > 2) return complain(USAGE, 2);
  if (!isEmailAddress(email)) return complain(`“${email}” is not an e-mail address. ${USAGE}`, 2);
  const location = databaseLocation(readEnvironment(process.env));
  const db = openDatabase(location, (error) => console.error(error.message));
  try {
    await migrate(db, location.kind);
    const password = randomPassword();
    const made = await addAdministrator(db, {
      email,
      password,
      firstName: 'Platform',
      lastName: 'Administrator',
    });
    if (!made) return complain(`${email} is an administrator already.`, 1);
    console.log(
      `Administrator made.\n  E-mail    ${email}\n  Password  ${password}\nThe password is not shown again.`,
    );
    return 0;
  } finally {
    await db.destroy();
  }
}

function complain(message: string, code: number): number {
  console.error(message);
  return code;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = complain(
    error instanceof EnvironmentError ? `Settings: ${error.message}` : String(error),
    1,
  );
}
