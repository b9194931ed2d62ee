import type { OperatorReading } from './read-by-operator.ts'

/** The merchant to whom reviews are delegated, limited to its own programs. Omitted for the operator. */
export type ReviewScope = { onlyOf?: number | undefined }

export type ReviewDecision = {
  id: number
  decision: 'clear' | 'confirm'
  by: string
  /** The signed-in member, as opposed to a name typed on the command line. Required if two members decide. */
  isMember?: boolean
  note?: string
  /** For a misread document: the reviewer's reading of the pictures. */
} & ReviewScope &
  OperatorReading
