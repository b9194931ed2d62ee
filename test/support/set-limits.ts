import { expect, vi } from 'vitest'
import { testAll } from './test-all.ts'
import { wholeSystemTimeout } from './timeouts.ts'

// Runs before each test file. The settings are reset after the file.
if (!testAll && expect.getState().testPath?.includes('/test/e2e/'))
  vi.setConfig({ testTimeout: wholeSystemTimeout })
