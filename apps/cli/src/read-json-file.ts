import { readFile } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'

/** Reads a JSON file that the operator passes to a command. */
export async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `invalid JSON: ${cause.message}` : (cause as Error).message
    throw new OperatorError({
      code: 'input.file',
      message: `The file ${file} could not be read: ${reason}.`,
      remedy: 'Pass the path of a JSON file.',
      cause,
    })
  }
}
