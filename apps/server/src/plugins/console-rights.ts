import { AsyncLocalStorage } from 'node:async_hooks'
import type { Operation } from '@touchstone/contract'

type Right = { readonly operation: Operation; readonly mchNo: string; isUsed: boolean }

/**
 * Lets a call from the dashboard's test console pass without a key. The right is bound to the running
 * function and is not part of the request, so a client cannot send, guess or replay it. It is valid for one
 * call to one operation.
 */
export type ConsoleRights = {
  /** Runs `call` with the right to call this operation for this merchant. */
  lend<Result>(
    right: { operation: Operation; mchNo: string },
    call: () => PromiseLike<Result>,
  ): Promise<Result>
  /**
   * Consumes the running call's right and returns the merchant to which it applies. Returns undefined for a
   * call that does not come from the console.
   */
  take(operation: Operation): string | undefined
}

export function createConsoleRights(): ConsoleRights {
  const running = new AsyncLocalStorage<Right>()
  return {
    // The call is awaited here, because a lazy thenable does not start until it is awaited.
    lend: (right, call) => running.run({ ...right, isUsed: false }, async () => await call()),
    take(operation) {
      const right = running.getStore()
      if (!right || right.isUsed || right.operation !== operation) return undefined
      right.isUsed = true
      return right.mchNo
    },
  }
}
