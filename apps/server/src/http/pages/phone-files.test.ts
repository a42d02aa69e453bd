import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { phoneFiles } from './phone-files.ts';

test('a hashed file is cached forever; one that this release does not have is missing, so that a proxy asks another process', async () => {
  const dist = temporaryFolder('phone-files-');
  onTestFinished(() => rmSync(dist, { recursive: true }));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<html></html>');
  writeFileSync(join(dist, 'assets/start-1a2b.js'), 'export {};');
  const app = Fastify();
  onTestFinished(() => app.close());
  await phoneFiles(app, dist);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const get = async (path: string) => {
    const response = await fetch(url + path);
    await response.body?.cancel();
    return [response.status, response.headers.get('cache-control')];
  };
  expect(await get('/phone/')).toEqual([200, 'no-cache']);
  expect(await get('/phone/assets/start-1a2b.js')).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(await get('/phone/assets/start-3c4d.js')).toEqual([404, null]);
});
