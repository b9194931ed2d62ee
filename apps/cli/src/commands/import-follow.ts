import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { runLongAndPrint } from '../session.ts'

type Options = { rpc: string[]; from?: number; until?: number; confirmations?: number }

export function importFollow(parent: Command): void {
  parent
    .command('follow')
    .description('follow a chain from its nodes over JSON-RPC: EVM chains and Bitcoin Core; Ctrl-C ends it')
    .argument('<network>', 'for example ETH, BASE or BTC')
    .requiredOption('--rpc <url...>', 'nodes of the same chain, the preferred one first')
    .option('--from <block>', 'first block, when the chain was never followed', wholeNumber)
    .option('--until <block>', 'last block; without it the chain is followed for ever', wholeNumber)
    .option('--confirmations <blocks>', 'blocks that must stand above one before it is taken', wholeNumber)
    .action(async (network: string, options: Options, command: Command) => {
      const { rpc, ...rest } = options
      await runLongAndPrint(
        command,
        'import follow',
        { network, endpoints: rpc, ...rest },
        ({ blocks, transfers, lastBlock }) => `${blocks} blocks up to ${lastBlock}, ${transfers} transfers.`,
      )
    })
}
