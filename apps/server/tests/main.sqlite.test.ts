import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../src/testing/databases/database.ts';
import {
  databaseVariables,
  startProblem,
  startServerProcess,
} from '../src/testing/processes/server-process.ts';

test('rejects a second server on the same data with one line, and allows it after the first has exited', async () => {
  const { location } = await testDatabase();
  const first = await startServerProcess(location);
  onTestFinished(async () => {
    await first.end('SIGKILL');
  });
  expect(await startProblem({ variables: databaseVariables(location) })).toMatch(
    /^another Callpoint server is running on .*: stop it first, or set DATABASE_URL to .*$/,
  );
  await first.end('SIGKILL');
  const third = await startServerProcess(location);
  expect(await third.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
});

test('an address that cannot be used is one line that names its setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  for (const [variables, setting, reason] of [
    [{ PORT: String(port) }, 'HOST and PORT', 'EADDRINUSE'],
    [{ HOST: 'nosuch.invalid' }, 'HOST and PORT', 'nosuch.invalid'],
    [{ METRICS_LISTEN: `127.0.0.1:${port}` }, 'METRICS_LISTEN', 'EADDRINUSE'],
  ] as const) {
    const { location } = await testDatabase();
    expect(await startProblem({ variables: { ...databaseVariables(location), ...variables } })).toMatch(
      new RegExp(`^the address of ${setting} cannot be used: .*${reason}.*$`),
    );
  }
});

test('a folder that cannot be created is one line that names its setting', async () => {
  expect(await startProblem({ variables: { DATA_DIR: import.meta.filename } })).toMatch(
    /^DATA_DIR cannot be used: EEXIST/,
  );
});
