import type { Runtime } from '../open-runtime.ts'
import type { Progress } from '../progress.ts'

/** An operator command. It runs in the process that holds the stores. */
export type Command<Input, Output> = (
  runtime: Runtime,
  input: Input,
  progress: Progress,
  /** Fires when the caller cancels the command. */
  signal: AbortSignal,
) => Promise<Output>
