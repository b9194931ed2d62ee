import type { Asked } from '../ledger/asked.ts'
import type { Planted } from '../ledger/planted.ts'
import type { CallersRate } from '../support/callers.ts'
import type { Times } from '../support/turns.ts'

export type RiskPicks = {
  /** Addresses with 5 to 30 transfers and no label. */
  ordinary: Asked[]
  /**
   * The hottest addresses overall, and the hottest addresses that are traced because they are not known to be
   * pools.
   */
  hot: Asked[]
  followed: Asked[]
  /**
   * The busiest addresses that are read completely. For busier addresses, only the newest transfers are read.
   */
  whole: Asked[]
  /** Addresses that received stolen funds over ten hops. */
  deep: Asked[]
  whales: (Asked & { transfers: number })[]
  facts: { hottest: number; followed: number; whole: number }
}

/** The timed queries, in this order. `again` repeats a query with the same reader. */
export const timed = [
  'bare',
  'overview',
  'overview again',
  'score',
  'score again',
  'explain after score',
  'explain again',
  'explain',
] as const
export type Timed = (typeof timed)[number]

/** The work that a query causes in the ledger database. */
export type Work = {
  /** Statements sent to the store. */
  queries: number
  /** Rounds of tracing, derived from the reads of the reader. */
  rounds: number
  /** Addresses whose movements were read. */
  addresses: number
  /** Rows returned by the store. */
  rows: number
  /** Milliseconds spent in ledger queries, including the conversion of rows to objects. */
  ledgerMs: number
  ms: number
}

export type RiskTimes = { times: Record<Timed, Times>; score: Work[] }

export type RiskQuestion =
  | { do: 'pick'; ordinary: number; hot: number; planted: Planted }
  | { do: 'find chains'; asked: readonly Asked[] }
  | {
      do: 'times'
      asked: readonly Asked[]
      turns: number
      warmupTurns: number
      /**
       * `shared`: a reader that has been used for other addresses. `none`: a reader that has cached only
       * prices and labelled addresses.
       */
      memory: 'shared' | 'none'
    }
  | {
      do: 'load'
      operation: 'overview' | 'score'
      asked: readonly Asked[]
      /** `none`: no queried address is cached. `shared`: all have been queried before. */
      memory: 'shared' | 'none'
      callers: number
      warmupSeconds: number
      seconds: number
    }

export type RiskAnswer = {
  picks?: RiskPicks
  /** Hops to the thief for each queried address, 0 if not found. */
  hops?: number[]
  times?: RiskTimes
  rate?: CallersRate
}
