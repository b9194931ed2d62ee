import type { Asked } from '../ledger/asked.ts'
import type { Planted } from '../ledger/planted.ts'
import type { CallersRate } from '../support/callers.ts'
import type { Times } from '../support/turns.ts'

export type RiskPicks = {
  /** Addresses with 5 to 30 transfers and no label. */
  ordinary: Asked[]
  /** The hottest addresses overall. */
  hot: Asked[]
  /** The hottest addresses that are traced, because they are not known to be pools. */
  followed: Asked[]
  /**
   * The busiest addresses whose transfers are all read. For busier addresses, only the newest transfers are
   * read.
   */
  whole: Asked[]
  /** Addresses that are ten hops away from stolen funds. */
  deep: Asked[]
  whales: (Asked & { transfers: number })[]
  facts: { hottest: number; followed: number; whole: number }
}

/** The timed queries, in the order in which they run. `again` repeats a query with the same reader. */
export const timed = [
  'bare',
  'overview',
  'overview again',
  'score',
  'score again',
  'explain after score',
  'explain again',
  'explain',
  'register',
] as const
export type Timed = (typeof timed)[number]

/** The work that a query causes in the ledger database. */
export type Work = {
  /** Statements sent to the store. */
  queries: number
  /** Rounds of tracing, derived from the reader's calls. */
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
       * `shared`: the reader has been used for other addresses. `none`: the reader has cached only prices and
       * labelled addresses.
       */
      memory: 'shared' | 'none'
    }
  | {
      do: 'load'
      operation: 'overview' | 'score' | 'register'
      asked: readonly Asked[]
      /** `none`: no queried address is cached. `shared`: all have been queried before. */
      memory: 'shared' | 'none'
      callers: number
      warmupSeconds: number
      seconds: number
    }

export type RiskAnswer = {
  picks?: RiskPicks
  /** Number of hops to the thief for each queried address, or 0 if the thief is not found. */
  hops?: number[]
  times?: RiskTimes
  rate?: CallersRate
}
