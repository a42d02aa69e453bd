import { defineConfig } from 'vitest/config';

/** The tests of the modules that Stryker mutates. They need neither a database nor a server. */
export default defineConfig({
  test: {
    include: [
      'packages/alerts/src/**/*.test.ts',
      'apps/server/src/delivery/channels/retry-policy.test.ts',
      'apps/server/src/delivery/queue/next-state.test.ts',
      'apps/server/src/delivery/worker/{concurrency,lane-health}.test.ts',
    ],
    setupFiles: ['scripts/mutants/short-properties.ts'],
    isolate: false,
    testTimeout: 60_000,
    // Durations are meaningless in code that Stryker has instrumented.
    testNamePattern: /^(?!.*linear time)/,
  },
});
