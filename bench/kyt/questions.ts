import type { Asked } from '../ledger/asked.ts'

/** The seven questions about an address, under the names that the report has for them. */
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

/** Those that rest on totals and edges, and the score: they must not depend on how many transfers an address has. */
export const flat = ['overview', 'counterparty', 'score'] as const

export type Picks = {
  /** 5 to 30 transfers, and no label. */
  ordinary: Asked[]
  /** Most transfers first. */
  hot: Asked[]
  facts: { hottestTransfers: number; hottestKnownEdges: number; ordinaryKnownEdges: number }
}

/** Whether what was asked before may be remembered. */
export type Memory = 'none' | 'shared'

/** Which addresses the questions of a measurement go through, and how often. */
export type TimesQuestion = { asked: readonly Asked[]; turns: number; warmupTurns: number }

/** What both must agree on: transactions in all, received, spent; names of counterparties. */
export type Checked = { txs: number; received: number; spent: number; names: string }

export type LoadQuestion = {
  operation: Operation
  asked: readonly Asked[]
  callers: number
  warmupSeconds: number
  seconds: number
}
