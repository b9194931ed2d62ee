import type { RiskExplanation } from '@touchstone/contract'

export type RiskPageModel = {
  /** The role of the address in the demo's story. */
  what: string
  coin: string
  address: string
  explanation: RiskExplanation
  /** The curl command that returns the explanation. */
  curl: string
}

export type ExplainedSide = RiskExplanation['received']
export type ExplainedClass = ExplainedSide['classes'][number]
export type Piece = RiskExplanation['pieces'][number]
export type PieceStep = Piece['path'][number]
export type Direction = Piece['direction']
