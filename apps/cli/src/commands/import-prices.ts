import { resolve } from 'node:path'
import type { Command } from 'commander'
import { runLongAndPrint } from '../session.ts'

export function importPrices(parent: Command): void {
  parent
    .command('prices')
    .description('daily prices from CSV: coin,date,usd')
    .argument('<files...>', 'one file or several')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (files: string[], options: { rejects?: string }, command: Command) => {
      const input = {
        files: files.map((file) => resolve(file)),
        ...(options.rejects === undefined ? {} : { rejects: resolve(options.rejects) }),
      }
      await runLongAndPrint(
        command,
        'import prices',
        input,
        ({ fresh, rejected }) => `${fresh} prices; ${rejected} rejected.`,
      )
    })
}
