import { fileURLToPath } from 'node:url';
import { type TestProjectInlineConfiguration, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { POSTGRES_FILES } from './scripts/testing/postgres-files.ts';

/** Long though small: most of it is waiting for leases to end. */
const WAITING = /crash\.test\.ts$/;

/** Within each project what mostly waits comes first: beside the others, not alone at the end. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer is no array
    const sorted = await super.sort(files);
    const projects = [...Map.groupBy(sorted, ({ project }) => project.name).values()];
    return projects.flatMap((own) => {
      const { first = [], later = [] } = Object.groupBy(own, ({ moduleId }) =>
        WAITING.test(moduleId) ? 'first' : 'later',
      );
      return [...first, ...later];
    });
  }
}

/** `npm test` without names: see docs/decisions/0322. */
const IS_SHORT = process.env['TEST_LENGTH'] === 'short';

/** The server's tests run once on each database; a test for one of them only says so in its file's name. */
function server(database: 'sqlite' | 'postgres', other: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: `server-${database}`,
      include: IS_SHORT && database === 'postgres' ? POSTGRES_FILES : ['apps/server/**/*.test.ts'],
      exclude: [`**/*.${other}.test.ts`, `**/*-nightly.*.test.ts`, '**/node_modules/**'],
      env: { TEST_DATABASE: database },
      globalSetup: database === 'postgres' ? ['scripts/testing/postgres.ts'] : [],
    },
  };
}

/** Long runs with faults of the machine, one at a time, on both databases: by commands that ask for them. */
function nightly(): TestProjectInlineConfiguration[] {
  if (process.env['NIGHTLY_RUNS'] === undefined) return [];
  return (['sqlite', 'postgres'] as const).map((database) => ({
    extends: true,
    test: {
      name: `nightly-${database}`,
      include: [`apps/server/**/*-nightly.${database}.test.ts`],
      env: { TEST_DATABASE: database },
      fileParallelism: false,
      // Projects that run together have as many workers, or an order.
      sequence: { groupOrder: 1 },
      globalSetup: database === 'postgres' ? ['scripts/testing/postgres.ts'] : [],
    },
  }));
}

function pure(name: string, include: string[]): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include } };
}

export default defineConfig({
  resolve: {
    alias: {
      // How passwords.ts imports it. Hashing is cheap unless a test asks for the production cost.
      './password-cost.ts': fileURLToPath(
        new URL('apps/server/src/testing/passwords/password-cost.ts', import.meta.url),
      ),
    },
  },
  test: {
    pool: 'forks',
    // A test run can count on two cores. With two workers they idle a tenth of the time, because tests wait for processes they start.
    maxWorkers: 3,
    // Isolating each file would load the server anew for each. No module of ours keeps state that a test leaves behind.
    isolate: false,
    sequence: { sequencer: WaitingFirst },
    // A test that hangs ends; how long one takes on a busy machine is nothing that a test asserts.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['scripts/testing/console-noise.ts'],
    projects: [
      ...nightly(),
      pure('packages', ['packages/**/*.test.ts']),
      server('sqlite', 'postgres'),
      server('postgres', 'sqlite'),
      pure('console', ['apps/console/src/**/*.test.ts']),
      pure('phone', ['apps/phone/src/**/*.test.ts']),
      pure('commands', ['scripts/**/*.test.ts']),
    ],
  },
});
