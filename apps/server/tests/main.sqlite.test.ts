import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../src/testing/databases/database.ts';
import {
  databaseVariables,
  runServerProcess,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';

test('rejects a second server on the same data with one line, and allows it after the first has exited', async () => {
  const { location } = await testDatabase();
  const first = await startServerProcess(location);
  onTestFinished(async () => {
    await first.end('SIGKILL');
  });
  const second = await runServerProcess({ variables: databaseVariables(location) });
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toMatch(
    /^Callpoint could not start: another Callpoint server is running on .*: stop it first, or set DATABASE_URL to .*\n$/,
  );
  await first.end('SIGKILL');
  const third = await startServerProcess(location);
  expect(await third.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});
