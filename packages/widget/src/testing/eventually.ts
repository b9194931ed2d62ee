import { expect } from 'vitest'

/**
 * Polls until the expectation holds. The limit only ends hanging tests, so that a busy machine does not fail
 * one.
 */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 120_000, interval: 30 })
}
