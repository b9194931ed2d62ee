import type { Command } from 'commander'
import { importInput } from '../output/import-input.ts'
import { runLongAndPrint } from '../session.ts'

export function importLabels(parent: Command): void {
  parent
    .command('labels')
    .description('labels from CSV, TagPack YAML or OFAC lists; a newer version of a source replaces it')
    .argument('<files...>', 'files, or folders of TagPacks or OFAC lists')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (files: string[], options: { rejects?: string }, command: Command) => {
      const input = importInput(files, options)
      await runLongAndPrint(
        command,
        'import labels',
        input,
        ({ labels, sources, skipped, rejected }) =>
          `${labels} labels of ${sources} sources; ${skipped} of networks that are not kept, ${rejected} rejected.`,
      )
    })
}
