import { isEmailAddress } from '@callpoint/contract/fields';
import { EnvironmentError } from './config/variables.ts';
import { readEnvironment } from './delivery/channels/environment.ts';
import { AccountsDb } from './db/handles/accounts.ts';
import { databaseLocation, openDatabase } from './db/connection.ts';
import { updateTables } from './db/update-tables.ts';
import { addAdministrator, randomPassword, removeAdministrator } from './features/sessions/administrators.ts';

/**
 * `npm run admin -- add EMAIL`: creates an administrator with a random password and prints it once.
 * `npm run admin -- remove EMAIL`: deletes an administrator and revokes its sessions.
 */

const USAGE = 'usage: npm run admin -- add EMAIL | remove EMAIL';

async function main(args: readonly string[]): Promise<number> {
  const [command, email] = args;
  const run = command === 'add' ? add : command === 'remove' ? remove : null;
  if (!run || email === undefined || args.length > 2) return complain(USAGE, 2);
  if (!isEmailAddress(email)) return complain(`“${email}” is not an email address. ${USAGE}`, 2);
  const environment = readEnvironment(process.env);
  const location = databaseLocation(environment);
  const db = openDatabase(location, (error) => console.error(error.message));
  try {
    await updateTables(db, location, environment.databaseListenUrl, (_level, details, text) =>
      console.error(`${text} ${JSON.stringify(details)}`),
    );
    return await run(new AccountsDb(db), email);
  } finally {
    await db.destroy();
  }
}

async function add(accounts: AccountsDb, email: string): Promise<number> {
  const password = randomPassword();
  const created = await addAdministrator(accounts, {
    email,
    password,
    firstName: 'Platform',
    lastName: 'Administrator',
    isPrinted: true,
  });
  if (!created) return complain(`${email} is already an administrator.`, 1);
  console.log(
    `Administrator created.\n  Email     ${email}\n  Password  ${password}\nThe password is not shown again.`,
  );
  return 0;
}

async function remove(accounts: AccountsDb, email: string): Promise<number> {
  const removal = await removeAdministrator(accounts, email);
  if (removal === 'missing') return complain(`${email} is not an administrator.`, 1);
  if (removal === 'last') {
    return complain(`${email} is the only administrator. Add another one first.`, 1);
  }
  console.log(`Administrator removed: ${email}`);
  return 0;
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
