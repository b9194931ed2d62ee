import type { Command } from 'commander'
import { importInput } from '../output/import-input.ts'
import { importSummary } from '../output/import-summary.ts'
import { runLongAndPrint } from '../session.ts'

export function importTransfers(parent: Command): void {
  parent
    .command('transfers')
    .description('transfers from CSV or Parquet: coin,tx_hash,position,block,timestamp,from,to,amount')
    .argument('<files...>', 'one file or several, imported together')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (files: string[], options: { rejects?: string }, command: Command) => {
      const input = importInput(files, options)
      await runLongAndPrint(command, 'import transfers', input, importSummary)
    })
}
