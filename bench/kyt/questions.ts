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
 * Operations that use totals and edges, and the score. Their duration must not depend on the number of
 * transfers.
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

/** The addresses that a measurement queries, and how often. */
export type TimesQuestion = { asked: readonly Asked[]; turns: number; warmupTurns: number }

/**
 * Values that the ledger and plain rows must both return: number of transactions, received, spent, and
 * counterparty names.
 */
export type Checked = { txs: number; received: number; spent: number; names: string }

export type LoadQuestion = {
  operation: Operation
  asked: readonly Asked[]
  callers: number
  warmupSeconds: number
  seconds: number
}
