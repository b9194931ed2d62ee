import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function merchantList(parent: Command): void {
  parent
    .command('list')
    .description('list all merchants')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'merchant list', {}, (merchants) =>
        table(
          ['Merchant', 'Name', 'Plan', 'Keys', 'Programs', 'Since'],
          merchants.map((each) => [
            each.mchNo,
            each.name,
            each.callsPerSecond === null ? each.plan : `${each.plan} (${each.callsPerSecond}/s)`,
            each.liveKeys,
            each.programs,
            each.createdAt,
          ]),
        ),
      )
    })
}
