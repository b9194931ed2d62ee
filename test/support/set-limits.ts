import { expect, vi } from 'vitest'
import { testAll } from './test-all.ts'
import { wholeSystemTimeout } from './timeouts.ts'

// Before each test file; what is set here is reset after it.
if (!testAll && expect.getState().testPath?.includes('/test/e2e/'))
  vi.setConfig({ testTimeout: wholeSystemTimeout })
