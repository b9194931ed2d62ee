import { resolve } from 'node:path'
import type { Command } from 'commander'
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
      const input = {
        files: files.map((file) => resolve(file)),
        network: options.network,
        ...(options.rejects === undefined ? {} : { rejects: resolve(options.rejects) }),
      }
      await runLongAndPrint(command, 'import bitcoin-etl', input, importSummary)
    })
}
