import type { Clock } from '@touchstone/common'
import type { FetchBudget } from '../limits/fetch-limits.ts'
import type { Asking } from '../sources/histories/history-source.ts'

/** Thrown instead of sending a request that the budget does not allow. */
export class FetchBudgetSpent extends Error {
  override readonly name = 'FetchBudgetSpent'
  constructor() {
    super('the budget for requests to history sources has been spent')
  }
}

/** The budget of one query, shared by all histories that the query needs. */
export type OpenBudget = {
  readonly asking: Asking
  /** The number of requests that the budget allows in total. */
  readonly requests: number
  isSpent(): boolean
  /** Charges the budget for the rows that a source has returned. */
  takeRows(rows: number): void
  /** Returns the number of requests and rows used so far. */
  used(): { readonly requests: number; readonly rows: number }
}

export function openBudget(budget: FetchBudget, clock: Clock, signal?: AbortSignal): OpenBudget {
  const until = clock.now() + budget.seconds * 1000
  let requests = 0
  let rows = 0
  const isSpent = () => requests >= budget.requests || rows >= budget.rows || clock.now() >= until
  return {
    asking: {
      ...(signal === undefined ? {} : { signal }),
      async beforeRequest() {
        signal?.throwIfAborted()
        if (isSpent()) throw new FetchBudgetSpent()
        requests += 1
      },
    },
    requests: budget.requests,
    isSpent,
    takeRows(more) {
      rows += more
    },
    used: () => ({ requests, rows }),
  }
}
