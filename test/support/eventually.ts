import { expect } from 'vitest'

/**
 * Polls until the expectation is met. The time limit is meant only for tests that hang: a busy machine must
 * not make a test fail.
 */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 120_000 })
}
