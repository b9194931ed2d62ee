import { OperatorError, UserError } from '@touchstone/common'

/** Whoever reads a list does not know its file. The operator, who gave it, is told which one it was. */
export async function* namingFile<Item>(file: string, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw withFile(file, error)
  }
}

export function withFile(file: string, error: unknown): unknown {
  if (!(error instanceof UserError)) return error
  const { code, message, remedy } = error
  return new OperatorError({ code, message: `${file}: ${message}`, remedy, cause: error })
}
