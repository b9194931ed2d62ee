import { resolve } from 'node:path'
import type { Command } from 'commander'
import { importSummary } from '../output/import-summary.ts'
import { runLongAndPrint } from '../session.ts'

type Options = { network: string; assumeSuccess?: true; rejects?: string }

export function importEthereumEtl(parent: Command): void {
  parent
    .command('ethereum-etl')
    .description('blocks, transactions, receipts, token transfers and traces as ethereum-etl writes them')
    .argument('<path>', 'a folder of its files, or one of them')
    .option('--network <network>', 'ETH or another EVM chain', 'ETH')
    .option('--assume-success', 'without receipts or traces, take every transaction as carried out')
    .option('--rejects <file>', 'import the good rows and write the bad ones here')
    .action(async (path: string, options: Options, command: Command) => {
      const input = {
        path: resolve(path),
        network: options.network,
        ...(options.assumeSuccess === undefined ? {} : { assumeSuccess: true }),
        ...(options.rejects === undefined ? {} : { rejects: resolve(options.rejects) }),
      }
      await runLongAndPrint(command, 'import ethereum-etl', input, importSummary)
    })
}
