import type { TaintMethod } from '../../policy/risk-policy.ts'
import { shareOutFifo } from './fifo.ts'
import { shareOutHaircut } from './haircut.ts'
import type { ShareOut } from './part.ts'
import { walkBalance } from './walk-balance.ts'

/**
 * Poison: after a tainted transfer arrives, all later outgoing funds are fully tainted. Any incoming transfer
 * can be tainted, so every incoming transfer is traced with the full value.
 */
const shareOutPoison: ShareOut = (events, direction, requested) =>
  walkBalance(events, direction, requested, (value) => ({ part: value, left: value }))

export const shareOutBy: Readonly<Record<TaintMethod, ShareOut>> = {
  haircut: shareOutHaircut,
  fifo: shareOutFifo,
  poison: shareOutPoison,
}
