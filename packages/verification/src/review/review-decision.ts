import type { OperatorReading } from './read-by-operator.ts'

/** Of a merchant to whom its reviews are delegated: the programs of this merchant alone. Left out: the operator's people. */
export type ReviewScope = { onlyOf?: number | undefined }

export type ReviewDecision = {
  id: number
  decision: 'clear' | 'confirm'
  by: string
  /** Signed in as that, and not only a name that was typed. Where two have to decide nobody else counts. */
  isMember?: boolean
  note?: string
  /** Of a document, where it was read wrong: what the reviewer reads in the pictures. */
} & ReviewScope &
  OperatorReading
