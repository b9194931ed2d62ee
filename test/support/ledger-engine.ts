import { createRequire } from 'node:module'
import { test } from 'vitest'

/**
 * Whether the ledger's engine has a build for this machine: not every registry has every one. What asks the ledger is
 * skipped where it has none, and tested where it has.
 */
export const hasLedgerEngine = isInstalled()

function isInstalled(): boolean {
  const storage = createRequire(new URL('../../packages/storage/package.json', import.meta.url))
  const engine = createRequire(storage.resolve('chdb/package.json'))
  const libc = process.platform === 'linux' ? '-gnu' : ''
  try {
    engine.resolve(`@chdb/lib-${process.platform}-${process.arch}${libc}/package.json`)
    return true
  } catch {
    return false
  }
}

/** A test that asks the ledger. */
export const ledgerTest = test.skipIf(!hasLedgerEngine)
