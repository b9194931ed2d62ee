import { resolve } from 'node:path'
import type { Command } from 'commander'
import { runLongAndPrint } from '../session.ts'

export function importLabels(parent: Command): void {
  parent
    .command('labels')
    .description('labels from CSV, TagPack YAML or OFAC lists; a newer version of a source replaces it')
    .argument('<files...>', 'files, or folders of TagPacks or OFAC lists')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (files: string[], options: { rejects?: string }, command: Command) => {
      const input = {
        files: files.map((file) => resolve(file)),
        ...(options.rejects === undefined ? {} : { rejects: resolve(options.rejects) }),
      }
      await runLongAndPrint(
        command,
        'import labels',
        input,
        ({ labels, sources, skipped, rejected }) =>
          `${labels} labels of ${sources} sources; ${skipped} of networks that are not kept, ${rejected} rejected.`,
      )
    })
}
