import { stat } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'

/** Throws if a path is not readable. Called before any file is opened. */
export async function checkReadable(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const problem = await stat(file).then(
      (about) => (about.isDirectory() ? 'is a folder, not a file' : undefined),
      () => 'cannot be opened',
    )
    if (problem !== undefined) {
      throw new OperatorError({
        code: 'import.file',
        message: `${file} ${problem}.`,
        remedy: 'Check the path and make sure that the user who runs the service can read it.',
      })
    }
  }
}
