import { expect } from 'vitest'

/**
 * Polls until the expectation holds. The limit is long enough to stop only hanging tests, because a busy
 * machine must not fail a test.
 */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 120_000 })
}
