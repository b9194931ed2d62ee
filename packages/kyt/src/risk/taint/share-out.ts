import type { TaintMethod } from '../../policy/risk-policy.ts'
import { shareOutFifo } from './fifo.ts'
import { shareOutHaircut } from './haircut.ts'
import type { ShareOut } from './part.ts'
import { shareOutPoison } from './poison.ts'

export const shareOutBy: Readonly<Record<TaintMethod, ShareOut>> = {
  haircut: shareOutHaircut,
  fifo: shareOutFifo,
  poison: shareOutPoison,
}
