import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { dataFolder } from './test/support/data-folder.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { allTimeout, unitTimeout } from './test/support/timeouts.ts'

/** Tests import workspace packages from source, so that unit tests need no build. */
const conditions = ['@touchstone/source', 'module', 'node', 'development|production']

const all = process.env.TOUCHSTONE_TEST_ALL === '1'

/** Run only by `npm test -- --all`: longer or more frequent variants of other tests. */
const nightly = '**/*.nightly.test.ts'
/** Run only with `--all` and with the data that they read, which is not part of the repository. */
const withData = '**/*.data.test.ts'
const excluded = [...(all ? [] : [nightly]), ...(all && existsSync(dataFolder()) ? [] : [withData])]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/{src,tools/src}/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'test/**/*.test.ts',
      '{bench,eval}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...excluded],
    globalSetup: ['test/support/global-setup.ts'],
    // Stops hanging tests. Whole-system tests have more time (`set-limits.ts`); other slow tests set their own timeout.
    testTimeout: all ? allTimeout : unitTimeout,
    hookTimeout: all ? allTimeout : 480_000,
    setupFiles: ['test/support/set-limits.ts'],
    pool: 'forks',
    // Test files of a worker share their imports: loading them separately for each file took a quarter of the
    // total time.
    isolate: false,
    // Two files at a time even on two cores, because they often wait for child processes. At most four, because each
    // starts a service and a browser.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
    sequence: { sequencer: LongestFirst },
  },
})
