import type { Command } from 'commander'
import { importInput } from '../output/import-input.ts'
import { importSummary } from '../output/import-summary.ts'
import { runLongAndPrint } from '../session.ts'

export function importBitcoinEtl(parent: Command): void {
  parent
    .command('bitcoin-etl')
    .description('transactions as bitcoin-etl writes them, with the values of their inputs')
    .argument('<files...>', 'JSON lines or CSV')
    .option('--network <network>', 'BTC, LTC, DOGE or BCH', 'BTC')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (files: string[], options: { network: string; rejects?: string }, command: Command) => {
      const input = { ...importInput(files, options), network: options.network }
      await runLongAndPrint(command, 'import bitcoin-etl', input, importSummary)
    })
}
