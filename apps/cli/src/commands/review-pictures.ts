import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OperatorError, silentLogger } from '@touchstone/common'
import { runCommand } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { printOutput, settingsOf } from '../session.ts'

/** Written here and not by the server: the files are to belong to who looks at them. */
const onlyOwner = { folder: 0o700, file: 0o600 }

export function reviewPictures(parent: Command): void {
  parent
    .command('pictures')
    .description(
      'write the pictures of a review (a document, a film) to files: for who decides alone, and written down',
    )
    .argument('<number>', 'of the review', wholeNumber)
    .requiredOption('--out <folder>', 'where to write them; made where it is not there')
    .requiredOption('--by <name>', 'who looks at them; the record keeps it')
    .action(async (id: number, { out, by }: { out: string; by: string }, command: Command) => {
      const folder = resolve(out)
      refuseUnwritable(() => mkdirSync(folder, { recursive: true, mode: onlyOwner.folder }))
      const settings = settingsOf(command)
      const input = { id, by }
      const { pictures } = await runCommand({
        name: 'review pictures',
        input,
        settings,
        logger: silentLogger,
      })
      const files = pictures.map(({ type, base64, asked }, index) => {
        // A film's stand in their order, each with what was asked for then.
        const name = asked === undefined ? `${index + 1}` : `${String(index + 1).padStart(2, '0')}-${asked}`
        const file = join(folder, `review-${id}-${name}.${type}`)
        // Never over another file, which others might be able to read.
        const options = { mode: onlyOwner.file, flag: 'wx' }
        refuseUnwritable(() => writeFileSync(file, Buffer.from(base64, 'base64'), options))
        return file
      })
      printOutput(command, { id, files }, () =>
        [
          ...files,
          'Only you can read these files (mode 0600). Delete them when you have decided: they are not deleted for you.',
        ].join('\n'),
      )
    })
}

function refuseUnwritable(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new OperatorError({
      code: 'review.out',
      message: `The pictures could not be written (${code}).`,
      remedy: 'Give a folder that you may write to and that has no files of this review.',
    })
  }
}
