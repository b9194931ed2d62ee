import type { Engine } from '../ledger/places.ts'

/** Milliseconds that a score of an ordinary address may take at the median when nothing is remembered. */
export const scoreBudgetMs: Readonly<Record<Engine, number>> = { server: 10, embedded: 20 }

export const scoresOfCore = 100
export const bytesOfTransfer = 300
export const mebibytesOfLedger = 200
