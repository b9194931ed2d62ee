import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function programList(parent: Command): void {
  parent
    .command('list')
    .description('list the programs of a merchant')
    .argument('<mchNo>', 'merchant number')
    .action(async (mchNo: string, _options: object, command: Command) => {
      await runAndPrint(command, 'program list', { mchNo }, (programs) =>
        table(
          ['Program', 'Name', 'Kind', 'Active', 'Version', 'Checks', 'Mint mode', 'Chain'],
          programs.map((each) => [
            each.programNo,
            each.name,
            each.kind,
            each.active,
            each.version,
            each.checks.join(','),
            each.mintMode,
            each.chainId,
          ]),
        ),
      )
    })
}
