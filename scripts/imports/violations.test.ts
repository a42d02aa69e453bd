import { expect, test } from 'vitest';
import { violationsWith } from './example-repository.ts';
import { supportFolders } from './rules/layers.ts';
import { commandLayers, serverLayers } from './rules/server-layers.ts';

test('reports nothing in a repository without violations', () => {
  expect(violationsWith({})).toEqual([]);
});

test.each([
  {
    rule: 'a feature never imports another',
    file: 'apps/server/src/features/plans/plans.rules.ts',
    text: `\nimport '../sessions/sessions.routes.ts';`,
    expected:
      ':2: a feature never imports another: plans imports sessions. Move shared code to a lower layer, or join it in app',
  },
  {
    rule: 'features are found by reading the folders',
    file: 'apps/console/src/features/brand-new/page.tsx',
    text: `import '../users/users-list.tsx';`,
    expected:
      ':1: a feature never imports another: brand-new imports users. Move shared code to a lower layer, or join it in app',
  },
  {
    rule: 'a type import counts as an import',
    file: 'apps/server/src/delivery/worker/worker.ts',
    text: `import type { a } from '../../features/plans/plans.routes.ts';`,
    expected:
      ':1: delivery/worker may import delivery/queue, sending-limits, delivery/suppression, delivery/channels, events, db, config, scheduling, tracing, not features',
  },
  {
    rule: 'a type with import() counts as an import',
    file: 'apps/server/src/db/rows.ts',
    text: `export type A = import('../http/guard.ts').A;`,
    expected: ':1: db may import config, scheduling, tracing, not http',
  },
  {
    rule: 'a re-export counts as an import',
    file: 'apps/server/src/config/environment.ts',
    text: `export * from '../db/handles/tenant.ts';`,
    expected: ':1: config may import nothing of ours, not db',
  },
  {
    rule: 'a dynamic import counts as an import',
    file: 'apps/console/src/texts/client.ts',
    text: `export const page = () => import('../table/table.tsx');`,
    expected: ':1: texts may import nothing of ours, not table',
  },
  {
    rule: 'no file imports main',
    file: 'apps/server/src/http/stop.ts',
    text: `import '../main.ts';`,
    expected: `:1: no file may import an app's main`,
  },
  {
    rule: 'no layer imports the files next to main',
    file: 'apps/server/src/http/restart.ts',
    text: `import '../server.ts';`,
    expected: `:1: only the app's own entry points (the files next to main) import this one`,
  },
  {
    rule: 'the product does not import test helpers',
    file: 'apps/server/src/db/seed.ts',
    text: `import '../testing/build-plan.ts';`,
    expected: ':1: only tests and tools import testing/, factories/, tests/, demo/',
  },
  {
    rule: 'no file imports a test',
    file: 'bench/two.ts',
    text: `import '@example/server/features/plans/plans.test';`,
    expected: ':1: no file may import a test',
  },
  {
    rule: 'a relative import stays in its workspace',
    file: 'apps/console/src/net/plans.ts',
    text: `import '../../../../packages/contract/src/plans.ts';`,
    expected: ':1: a relative import stays in apps/console; use @example/contract/...',
  },
  {
    rule: 'a package imports no app',
    file: 'packages/alerts/src/send.ts',
    text: `import '@example/server/db/connection';`,
    expected: ':1: packages/alerts may import contract, not server',
  },
  {
    rule: 'the contract imports nothing of ours',
    file: 'packages/contract/src/teams.ts',
    text: `import '@example/alerts/plan';`,
    expected: ':1: packages/contract may import nothing of ours, not alerts',
  },
  {
    rule: 'one app does not import another',
    file: 'apps/console/src/net/rows.ts',
    text: `import '@example/server/db/connection';`,
    expected: ':1: apps/console net may import contract, alerts, not server',
  },
  {
    rule: 'http imports nothing of the product',
    file: 'apps/server/src/http/preview.ts',
    text: `import '@example/alerts/plan';`,
    expected: ':1: apps/server http may import contract, not alerts',
  },
  {
    rule: 'an import resolves to a file',
    file: 'bench/gone.ts',
    text: `import '@example/server/db/gone';`,
    expected: ':1: "@example/server/db/gone" leads to no source file of ours',
  },
  {
    rule: 'a folder of an app is a layer',
    file: 'apps/server/src/utils/dates.ts',
    text: '',
    expected: `: src/utils is no layer; there are ${[...Object.keys(serverLayers), ...supportFolders].join(', ')}`,
  },
  {
    rule: 'a feature has a folder',
    file: 'apps/server/src/features/plans.ts',
    text: '',
    expected: ': a file in features/ belongs in the folder of its feature',
  },
  {
    rule: 'names are in kebab-case',
    file: 'apps/console/src/form/TextField.tsx',
    text: '',
    expected: ': "TextField.tsx" is not in kebab-case',
  },
  {
    rule: 'no index files',
    file: 'packages/contract/src/index.ts',
    text: '',
    expected: ': no index files: a file name describes the content',
  },
])('$rule', ({ file, text, expected }) => {
  expect(violationsWith({ [file]: text })).toEqual([`${file}${expected}`]);
});

test('only the entry points import the layers of commands, which may pass the connection on', () => {
  const importers = Object.entries(serverLayers).filter(([, { uses }]) =>
    uses.some((layer) => commandLayers.includes(layer)),
  );
  expect(importers.map(([layer]) => layer)).toEqual(['main']);
});

test('reports all violations together', () => {
  const violations = violationsWith({
    'apps/server/src/db/one.ts': `import '../app.ts';`,
    'packages/contract/src/Two.ts': '',
  });
  expect(violations).toHaveLength(2);
});
