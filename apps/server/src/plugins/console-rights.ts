import { AsyncLocalStorage } from 'node:async_hooks'
import type { Operation } from '@touchstone/contract'

type Right = { readonly operation: Operation; readonly mchNo: string; isUsed: boolean }

/**
 * Lets a call of the dashboard's test console pass without a key. The right is no value that travels with the request: it
 * belongs to the function that is running, so that nothing a client can send, guess or replay gives it. It is good for one
 * call of one operation.
 */
export type ConsoleRights = {
  /** Runs `call` with the right to this operation for this merchant. */
  lend<Result>(
    right: { operation: Operation; mchNo: string },
    call: () => PromiseLike<Result>,
  ): Promise<Result>
  /** The merchant for whom this very call may be answered without a key; undefined for every call from outside. */
  take(operation: Operation): string | undefined
}

export function createConsoleRights(): ConsoleRights {
  const running = new AsyncLocalStorage<Right>()
  return {
    // Awaited inside: what only begins when it is awaited has to begin here.
    lend: (right, call) => running.run({ ...right, isUsed: false }, async () => await call()),
    take(operation) {
      const right = running.getStore()
      if (!right || right.isUsed || right.operation !== operation) return undefined
      right.isUsed = true
      return right.mchNo
    },
  }
}
