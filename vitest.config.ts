import { defineConfig } from 'vitest/config'

/** Workspace packages are tested from their source: no build is needed before a unit test. */
const conditions = ['@touchstone/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      'eval/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    // Only to end what hangs: a busy machine must not fail a test.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    // The files of a worker share what they import: loading it anew for each took a quarter of the time.
    isolate: false,
    // Two files at a time even on two cores: most of the time they wait for the processes that they start.
    maxWorkers: 2,
  },
})
