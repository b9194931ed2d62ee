import { UserError } from '@touchstone/common'

/** The result of a job. A user error is sent as its fields. */
type WorkAnswer =
  | { output: unknown }
  | { refused: { code: string; message: string; remedy: string; retryable: boolean } }

/** Runs a job and returns its output or the user error that it throws. Rethrows all other errors. */
export async function answerOf(work: () => Promise<unknown>): Promise<WorkAnswer> {
  try {
    return { output: await work() }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { code, message, remedy, retryable } = error
    return { refused: { code, message, remedy, retryable } }
  }
}

export function outputOf(answer: unknown): unknown {
  const read = answer as WorkAnswer
  if ('refused' in read) throw new UserError(read.refused)
  return read.output
}
