import type { OperatorReading } from './read-by-operator.ts'

/** The merchant that decides reviews of its own programs. Omitted for the operator. */
export type ReviewScope = { onlyOf?: number | undefined }

export type ReviewDecision = {
  id: number
  decision: 'clear' | 'confirm'
  by: string
  /**
   * True for a signed-in member, false for a name entered on the command line. Must be true if two members
   * must decide.
   */
  isMember?: boolean
  note?: string
  /** The reviewer's reading of the pictures, for a review of a misread document. */
} & ReviewScope &
  OperatorReading
