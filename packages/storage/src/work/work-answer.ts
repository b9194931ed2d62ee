import { UserError } from '@touchstone/common'

/** The result of a job. An error in the input is sent as its fields. */
type WorkAnswer =
  | { output: unknown }
  | { refused: { code: string; message: string; remedy: string; retryable: boolean } }

/** Returns the answer of some work. Throws errors that are not about the input. */
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
