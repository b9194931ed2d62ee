import { createManualClock, createSeededRandom } from '@touchstone/common'
import type {
  Asking,
  HistoryQuery,
  HistorySource,
} from '../../../packages/kyt/src/sources/histories/history-source.ts'
import {
  createSourceHttp,
  type SourceHttpOptions,
} from '../../../packages/kyt/src/sources/histories/source-http.ts'

/** The time of all test servers, in Unix seconds. */
export const explorerTime = 1_700_000_000

/** Creates a client that retries without pauses, and records the requested pauses. */
export function createTestHttp(options: Partial<SourceHttpOptions> = {}) {
  const pauses: number[] = []
  const http = createSourceHttp({
    clock: createManualClock(explorerTime * 1000),
    random: createSeededRandom('explorers'),
    wait: async (milliseconds) => {
      pauses.push(milliseconds)
    },
    attempts: 30,
    ...options,
  })
  return { http, pauses }
}

export const freely: Asking = { beforeRequest: async () => {} }

/** Returns an `Asking` that allows a number of requests, for sources that would never end. */
export function atMost(requests: number): Asking & { readonly used: () => number } {
  let used = 0
  return {
    used: () => used,
    async beforeRequest() {
      if (used === requests) throw new Error('the budget is used up')
      used += 1
    },
  }
}

/** Reads a history to its end and checks that each page contains only blocks that it completes. */
export async function readHistory(source: HistorySource, query: HistoryQuery, asking = freely) {
  const transfers = []
  let through = query.from - 1
  for await (const page of source.read(query, asking)) {
    for (const transfer of page.transfers) {
      if (page.through !== undefined && (transfer.block <= through || transfer.block > page.through)) {
        throw new Error(`block ${transfer.block} is not between ${through} and ${page.through}`)
      }
      transfers.push(transfer)
    }
    through = page.through ?? through
  }
  return transfers
}

/** Returns transfers as sorted text, so that two histories can be compared. */
export function asLines(transfers: readonly object[]): string[] {
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
  return transfers
    .map((transfer) => {
      const { coin, tx, position, block, time, from, to, amount, fee } = transfer as Record<string, unknown>
      return JSON.stringify(
        [coin, tx, position ?? 'unplaced', block, time, from, to, amount, fee ?? false],
        text,
      )
    })
    .sort()
}
