import { expect } from 'vitest'

/**
 * Polls until the expectation holds. The long limit only stops hanging tests: a busy machine must not fail a test.
 */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 120_000 })
}
