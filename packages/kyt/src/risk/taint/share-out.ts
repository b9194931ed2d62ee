import type { TaintMethod } from '../../policy/risk-policy.ts'
import { shareOutFifo } from './fifo.ts'
import { shareOutHaircut } from './haircut.ts'
import type { ShareOut } from './part.ts'
import { walkBalance } from './walk-balance.ts'

/**
 * One drop spoils the whole: whatever leaves a purse after tainted money came is tainted wholly. Every coming before a
 * leaving may therefore be the one that spoils it, and each is looked at with all of its value.
 */
const shareOutPoison: ShareOut = (events, direction, requested) =>
  walkBalance(events, direction, requested, (value) => ({ part: value, left: value }))

export const shareOutBy: Readonly<Record<TaintMethod, ShareOut>> = {
  haircut: shareOutHaircut,
  fifo: shareOutFifo,
  poison: shareOutPoison,
}
