import type { Command } from 'commander'
import { duration } from '../output/parse.ts'
import { table } from '../output/table.ts'
import { runLongAndPrint } from '../session.ts'

type Options = { chain?: string; admin?: string; adminDelay?: number; again?: true }

export function chainDeploy(parent: Command): void {
  parent
    .command('deploy')
    .description('place the contracts on a chain, and write down where they stand')
    .option('--chain <id>', 'chain id (137, the home chain, by default)')
    .option('--admin <address>', 'who gives roles and names issuers; the signer by default')
    .option('--admin-delay <time>', 'how long a change of the admin waits, like 2d (the default)', duration)
    .option('--again', 'place new ones although contracts stand there; the tokens stay where they are')
    .action(async ({ chain, admin, adminDelay, again }: Options, command: Command) => {
      const input = {
        ...(chain !== undefined && { chainId: chain }),
        ...(admin !== undefined && { admin }),
        ...(adminDelay !== undefined && { adminDelaySeconds: adminDelay }),
        ...(again && { again }),
      }
      await runLongAndPrint(command, 'chain deploy', input, (report) =>
        [
          report.deployed
            ? `The contracts stand on chain ${report.chainId}; ${report.file} says where.`
            : `Contracts stand on chain ${report.chainId} already; nothing was sent. --again places new ones.`,
          '',
          table(
            ['Contract', 'Address'],
            report.contracts.map(({ name, address }) => [name, address]),
          ),
        ].join('\n'),
      )
    })
}
