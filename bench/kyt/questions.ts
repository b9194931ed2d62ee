import type { Asked } from '../ledger/asked.ts'

/** The seven queries about an address, with their names in the report. */
export const operations = [
  'labels',
  'overview',
  'counterparty',
  'actions',
  'score',
  'profile',
  'investigation',
] as const
export type Operation = (typeof operations)[number]

/**
 * Operations whose duration must not depend on the number of transfers: those that use totals and edges, and
 * the score.
 */
export const flat = ['overview', 'counterparty', 'score'] as const

export type Picks = {
  /** Addresses with 5 to 30 transfers and no label. */
  ordinary: Asked[]
  /** Most transfers first. */
  hot: Asked[]
  facts: { hottestTransfers: number; hottestKnownEdges: number; ordinaryKnownEdges: number }
}

/** Whether previous answers can be cached. */
export type Memory = 'none' | 'shared'

/**
 * The addresses that a measurement queries, the number of timed calls, and the number of warm-up calls before
 * them.
 */
export type TimesQuestion = { asked: readonly Asked[]; turns: number; warmupTurns: number }

/**
 * Values that the ledger and the plain rows must both return: the number of transactions, the received and
 * spent amounts, and the names of counterparties.
 */
export type Checked = { txs: number; received: number; spent: number; names: string }

export type LoadQuestion = {
  operation: Operation
  asked: readonly Asked[]
  callers: number
  warmupSeconds: number
  seconds: number
}
