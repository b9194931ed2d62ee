import type { Runtime } from '../open-runtime.ts'

export type Progress = (step: { label: string; done: number; total: number }) => void

/** Something that an operator can ask for. Runs in whichever process holds the stores. */
export type Command<Input, Output> = (
  runtime: Runtime,
  input: Input,
  progress: Progress,
  /** Fires when whoever asked wants no more. */
  signal: AbortSignal,
) => Promise<Output>
