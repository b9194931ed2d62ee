import { OperatorError, UserError } from '@touchstone/common'

/** Adds the file name to errors from a list reader, which knows only the file's content. */
export async function* nameFileInErrors<Item>(
  file: string,
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw addFileName(file, error)
  }
}

export function addFileName(file: string, error: unknown): unknown {
  if (!(error instanceof UserError)) return error
  const { code, message, remedy } = error
  return new OperatorError({ code, message: `${file}: ${message}`, remedy, cause: error })
}
