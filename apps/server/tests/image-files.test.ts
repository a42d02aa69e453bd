import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
const path = (file: string) => fileURLToPath(new URL(file, root));

test('the image contains files that exist or that the build creates', () => {
  const copied = [
    ...readFileSync(path('deploy/Dockerfile'), 'utf8').matchAll(/^COPY --from=build \/app\/(\S+) /gm),
  ];
  const files = copied.map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(4);
  const isBuilt = (file: string) => file === 'node_modules' || file.endsWith('/dist');
  expect(files.filter((file) => !isBuilt(file) && !existsSync(path(file)))).toEqual([]);
  // The apps whose files the server serves.
  expect(files.filter((file) => file.endsWith('/dist'))).toEqual(['apps/console/dist', 'apps/phone/dist']);
});
