import type { OperatorReading } from './read-by-operator.ts'

export type ReviewDecision = {
  id: number
  decision: 'clear' | 'confirm'
  by: string
  note?: string
  /** Of a document, where it was read wrong: what the operator reads in the pictures. */
} & OperatorReading
