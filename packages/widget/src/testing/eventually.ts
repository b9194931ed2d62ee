import { expect } from 'vitest'

/**
 * Polls until the expectation holds. The time limit is long, because its only purpose is to end tests that
 * hang, and it must not fail tests on a busy machine.
 */
export function eventually<Value>(read: () => Value | Promise<Value>) {
  return expect.poll(read, { timeout: 120_000, interval: 30 })
}
