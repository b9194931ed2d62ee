import type { Asked } from '../ledger/asked.ts'
import type { Planted } from '../ledger/planted.ts'
import type { CallersRate } from '../support/callers.ts'
import type { Times } from '../support/turns.ts'

export type RiskPicks = {
  /** 5 to 30 transfers, and no label. */
  ordinary: Asked[]
  /** The hottest of all, and the hottest of those whose money is followed because nobody knows them as a pool. */
  hot: Asked[]
  followed: Asked[]
  /** The busiest of these of which everything is read: of those above, only what they did last. */
  whole: Asked[]
  /** Where stolen money came to over ten hops. */
  deep: Asked[]
  whales: (Asked & { transfers: number })[]
  facts: { hottest: number; followed: number; whole: number }
}

/** The questions that are timed, in this order. `again`: the same question to the same reader. */
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

/** What a question cost the ledger. */
export type Work = {
  /** Statements that went to the store. */
  queries: number
  /** Rounds in which money was followed, by what was asked of the reader. */
  rounds: number
  /** Addresses whose movements were asked for. */
  addresses: number
  /** Rows that the store answered. */
  rows: number
  /** Milliseconds in which the ledger was being asked, the reading of its rows into objects included. */
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
      /** `shared`: a reader that has been asked about others; `none`: one that remembers nothing but prices. */
      memory: 'shared' | 'none'
    }
  | {
      do: 'load'
      operation: 'overview' | 'score'
      asked: readonly Asked[]
      /** `none`: nothing is remembered of whoever is asked about; `shared`: they all were asked about before. */
      memory: 'shared' | 'none'
      callers: number
      warmupSeconds: number
      seconds: number
    }

export type RiskAnswer = {
  picks?: RiskPicks
  /** Hops to the thief, for each that was asked about; 0: not found. */
  hops?: number[]
  times?: RiskTimes
  rate?: CallersRate
}
