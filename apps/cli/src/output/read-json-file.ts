import { readFile } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'

export async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `it is no JSON: ${cause.message}` : (cause as Error).message
    throw new OperatorError({
      code: 'input.file',
      message: `The file ${file} could not be read: ${reason}.`,
      remedy: 'Give the path of a JSON file.',
      cause,
    })
  }
}
