import { chmodSync, chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase, testDatabase } from '../src/testing/databases/database.ts';
import { databaseVariables, runDoctor } from '../src/testing/processes/server-process.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

/** `npm run doctor` on one machine: a data folder that its user may not use, and the clock. */

const IS_ROOT = process.getuid?.() === 0;
/** As root, the doctor runs without the capabilities that ignore the modes of files. */
const UNDER = IS_ROOT ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
/** No user of this machine has this number. */
const NO_USER = 64_001;
const USER = userInfo().username;

async function database() {
  const { location, drop } = await newDatabase();
  onTestFinished(drop);
  if (location.kind !== 'sqlite') throw new Error('not SQLite');
  return { variables: databaseVariables(location), file: location.file, folder: dirname(location.file) };
}

async function runDenied(variables: Record<string, string>) {
  const { code, stdout, stderr } = await runDoctor(variables, [], { under: UNDER });
  expect([code, stderr]).toEqual([1, '']);
  return stdout;
}

test.runIf(IS_ROOT)('a folder that belongs to another user is denied, not empty', async () => {
  const { variables, file, folder } = await database();
  chmodSync(folder, 0o700);
  chownSync(folder, NO_USER, NO_USER);
  const stdout = await runDenied(variables);
  expect(stdout).toContain(
    [
      `PROBLEM  Database: ${file} cannot be used: ${folder} belongs to ${NO_USER}, and the doctor runs as root`,
      `          If ${NO_USER} is the user of the server, run the doctor as ${NO_USER}: sudo --preserve-env --user=#${NO_USER} npm run doctor`,
      `          If root is the user of the server: sudo chown -R root ${folder}`,
    ].join('\n'),
  );
  expect(stdout).not.toMatch(/does not exist/);
});

test('a folder or a file whose mode denies access to its owner is a problem with a fix', async () => {
  const { variables, file, folder } = await database();
  chmodSync(file, 0o400);
  expect(await runDenied(variables)).toContain(
    `PROBLEM  Database: ${file} cannot be used: ${USER} owns ${file}, but its mode denies access\n          Change the mode: chmod u+rwX ${file}\n`,
  );
  chmodSync(folder, 0o000);
  onTestFinished(() => chmodSync(folder, 0o700));
  expect(await runDenied(variables)).toContain(
    `PROBLEM  Database: ${file} cannot be used: ${USER} owns ${folder}, but its mode denies access\n          Change the mode: chmod u+rwX ${folder}\n`,
  );
});

test.runIf(IS_ROOT)('a folder that the user cannot create is a problem with a fix', async () => {
  const parent = temporaryFolder('callpoint-doctor-');
  onTestFinished(() => rmSync(parent, { recursive: true }));
  chmodSync(parent, 0o755);
  chownSync(parent, NO_USER, NO_USER);
  const stdout = await runDenied({ DATA_DIR: join(parent, 'data') });
  expect(stdout).toMatch(
    new RegExp(
      `PROBLEM {2}Database: ${parent}/data/callpoint.db cannot be seen or created: ${parent} belongs to`,
    ),
  );
  expect(stdout).toContain(
    `If root is the user of the server: sudo install --directory --owner=root --mode=0700 ${parent}/data\n`,
  );
  expect(existsSync(join(parent, 'data'))).toBe(false);
});

test('a file that is no database, and a data folder that is a file, are problems without a stack trace', async () => {
  const { variables, file } = await database();
  writeFileSync(file, 'no database'.repeat(1000));
  expect(await runDenied(variables)).toMatch(
    /^PROBLEM {2}Database: \S+ cannot be used: file is not a database\n +Check DATA_DIR/m,
  );
  for (const DATA_DIR of [file, join(file, 'data')])
    expect(await runDenied({ DATA_DIR })).toContain(
      `cannot be used: ${file} is a file\n          Set DATA_DIR to a folder: the first start creates it.\n`,
    );
});

test('without another clock, the doctor reads whether the machine synchronizes its own, or says that it is not checked', async () => {
  const { variables } = await database();
  const folder = temporaryFolder('callpoint-doctor-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = async () => (await runDoctor({ ...variables, PATH: folder })).stdout;
  expect(await run()).toMatch(/^NOTICE {3}Clock: not checked: there is no other clock to compare with/m);
  for (const [answer, line] of [
    ['yes', /^ok {7}Clock: this machine synchronizes it/m],
    ['no', /^WARNING {2}Clock: this machine does not synchronize it/m],
  ] as const) {
    writeFileSync(join(folder, 'timedatectl'), `#!/bin/sh\necho ${answer}\n`, { mode: 0o755 });
    expect(await run()).toMatch(line);
  }
});

test('a row from the future is a problem of the clock', async () => {
  const { db, location } = await testDatabase();
  await sql`insert into audit (at, actor_role, address, action, outcome, subject)
    values ('2099-01-01T00:00:00.000Z', 'admin', '', 'login', 'ok', 'session')`.execute(db);
  const { code, stdout } = await runDoctor(databaseVariables(location));
  expect(stdout).toMatch(/^PROBLEM {2}Clock: this machine is at least \d+ s behind: .* from 2099-01-01/m);
  expect(code).toBe(1);
});
