import type { RiskExplanation } from '@touchstone/contract'

export type RiskPageModel = {
  /** The role of the address in the demo's story. */
  what: string
  coin: string
  address: string
  explanation: RiskExplanation
  /** A call that returns the same explanation. */
  curl: string
}

export type ExplainedSide = RiskExplanation['received']
export type ExplainedClass = ExplainedSide['classes'][number]
export type Piece = RiskExplanation['pieces'][number]
export type PieceStep = Piece['path'][number]
export type Direction = Piece['direction']
