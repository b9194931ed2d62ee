import { expect } from 'vitest'

/** Asks until it is so. The limit only ends what hangs: a busy machine must not fail a test. */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 120_000 })
}
