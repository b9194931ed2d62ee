import type { Runtime } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'

/** Something that an operator can ask for. Runs in whichever process holds the stores. */
export type Command<Input, Output> = (
  runtime: Runtime,
  input: Input,
  progress: Progress,
  /** Fires when whoever asked wants no more. */
  signal: AbortSignal,
) => Promise<Output>
