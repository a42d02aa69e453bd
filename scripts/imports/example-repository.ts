import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findViolations } from './violations.ts';

const manifest = (name: string, devDependencies = {}) =>
  JSON.stringify({ name, exports: { './*': './src/*.ts' }, devDependencies });

const repository = {
  'package.json': JSON.stringify({ name: 'repository', workspaces: ['packages/*', 'apps/*', 'bench'] }),
  'packages/contract/package.json': manifest('@example/contract'),
  'packages/contract/src/plans.ts': 'export const plans = 1;',
  'packages/alerts/package.json': manifest('@example/alerts'),
  'packages/alerts/src/plan.ts': `import { plans } from '@example/contract/plans';\nexport const plan = plans;`,
  'apps/server/package.json': manifest('@example/server'),
  'apps/server/src/main.ts': `import './server.ts';`,
  'apps/server/src/server.ts': `import './app.ts';`,
  'apps/server/src/app.ts': `import './features/plans/plans.routes.ts';\nimport './features/sessions/sessions.routes.ts';`,
  'apps/server/src/features/plans/plans.routes.ts': `import { TenantDb } from '../../db/handles/tenant.ts';\nexport const a = TenantDb;`,
  'apps/server/src/features/sessions/sessions.routes.ts': `import '@example/alerts/plan';\nimport '../../http/guard.ts';`,
  'apps/server/src/features/plans/plans.test.ts': `import '../sessions/sessions.routes.ts';\nimport '../../testing/build-plan.ts';`,
  'apps/server/src/http/guard.ts': `import '../db/connection.ts';`,
  'apps/server/src/db/connection.ts': `import 'node:fs';\nexport const db = 1;`,
  'apps/server/src/db/handles/tenant.ts': `import '../connection.ts';\nexport class TenantDb {}`,
  'apps/server/src/testing/build-plan.ts': `import '../app.ts';\nexport const buildPlan = 1;`,
  'apps/console/package.json': manifest('@example/console', { vite: '1.0.0' }),
  'apps/console/src/main.tsx': `import './app/router.tsx';`,
  'apps/console/src/app/router.tsx': `const page = () => import('../features/users/users-list.tsx');\nexport { page };`,
  'apps/console/src/features/users/users-list.tsx': `import '../../table/table.tsx';\nimport '@example/contract/plans';`,
  'apps/console/src/table/table.tsx': 'export const table = <b>x</b>;',
  'bench/package.json': manifest('@example/bench'),
  'bench/run.ts': `import '@example/server/testing/build-plan';\nimport '@example/server/server';`,
};

/** The violations in the repository above, with some files added or replaced. For tests. */
export function violationsWith(changes: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'callpoint-imports-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...repository, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findViolations(root).violations;
}
