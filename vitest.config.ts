import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { dataFolder } from './test/support/data-folder.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { allTimeout, unitTimeout } from './test/support/timeouts.ts'

/** Workspace packages are tested from their source: no build is needed before a unit test. */
const conditions = ['@touchstone/source', 'module', 'node', 'development|production']

const all = process.env.TOUCHSTONE_TEST_ALL === '1'

/** Only with `npm test -- --all`: what repeats, for longer or more often, what another test has shown. */
const nightly = '**/*.nightly.test.ts'
/** Only with `--all`, and where the data is that they read: it is not part of the repository. */
const withData = '**/*.data.test.ts'
const left = [...(all ? [] : [nightly]), ...(all && existsSync(dataFolder()) ? [] : [withData])]

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
    exclude: [...configDefaults.exclude, ...left],
    globalSetup: ['test/support/global-setup.ts'],
    // Ends what hangs. Tests of the whole system have more time (`set-limits.ts`); others that rightly take longer say so.
    testTimeout: all ? allTimeout : unitTimeout,
    hookTimeout: all ? allTimeout : 480_000,
    setupFiles: ['test/support/set-limits.ts'],
    pool: 'forks',
    // The files of a worker share what they import: loading it again for each took a quarter of the time.
    isolate: false,
    // Two files at a time even on two cores: they often wait for the processes that they start. At most four, each with a
    // service and a browser of its own.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
    sequence: { sequencer: LongestFirst },
  },
})
