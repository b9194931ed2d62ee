import type { Asked } from '../ledger/asked.ts'
import type { Planted } from '../ledger/planted-sql.ts'
import type { Rate } from '../support/numbers.ts'
import type { Times } from '../support/turns.ts'

export type RiskPicks = {
  /** 5 to 30 transfers; asked about again and again. */
  ordinary: Asked[]
  /** Of the same size, each asked about once: one at a time, and by many callers at once. */
  cold: Asked[]
  fresh: Asked[]
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

/** The questions that are timed, in this order. `again`: the same question to the same desk. */
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

/** What a question cost the engine. */
export type Work = {
  queries: number
  /** Rounds in which money was followed, by what was asked of the desk. */
  rounds: number
  /** Addresses whose movements were asked for. */
  addresses: number
  /** Rows that the engine answered. */
  rows: number
  /** Milliseconds in which at least one query was under way, their reading into objects included. */
  engineMs: number
  ms: number
}

export type RiskTimes = { times: Record<Timed, Times>; score: Work[] }

export type RiskQuestion =
  | {
      do: 'pick'
      ordinary: number
      cold: number
      fresh: number
      hot: number
      planted: Planted
    }
  | { do: 'find chains'; asked: readonly Asked[] }
  | {
      do: 'times'
      asked: readonly Asked[]
      turns: number
      warmupTurns: number
      /** `shared`: a desk that has been asked about others; `none`: one that remembers nothing but prices. */
      memory: 'shared' | 'none'
    }
  | {
      do: 'load'
      operation: 'overview' | 'score'
      asked: readonly Asked[]
      /** Each is asked about once. */
      isFresh: boolean
      callers: number
      warmupSeconds: number
      seconds: number
    }

export type RiskAnswer = {
  picks?: RiskPicks
  /** Hops to the thief, for each that was asked about; 0: not found. */
  hops?: number[]
  times?: RiskTimes
  rate?: Rate
}
