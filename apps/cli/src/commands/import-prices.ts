import type { Command } from 'commander'
import { importInput } from '../output/import-input.ts'
import { runLongAndPrint } from '../session.ts'

export function importPrices(parent: Command): void {
  parent
    .command('prices')
    .description('daily prices from CSV: coin,date,usd')
    .argument('<files...>', 'one file or several')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (files: string[], options: { rejects?: string }, command: Command) => {
      const input = importInput(files, options)
      await runLongAndPrint(
        command,
        'import prices',
        input,
        ({ fresh, rejected }) => `${fresh} prices; ${rejected} rejected.`,
      )
    })
}
