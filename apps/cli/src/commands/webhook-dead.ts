import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function webhookDead(parent: Command): void {
  parent
    .command('dead')
    .description('list the alerts that nobody accepted, oldest first, 1000 at most')
    .option('--merchant <mchNo>', 'of this merchant alone')
    .action(async ({ merchant }: { merchant?: string }, command: Command) => {
      const input = merchant === undefined ? {} : { mchNo: merchant }
      await runAndPrint(command, 'webhook dead', input, (alerts) =>
        table(
          ['Alert', 'Merchant', 'Created', 'Coin', 'Address', 'From', 'To', 'Tries', 'Problem', 'Given up'],
          alerts.map((each) => [
            each.id,
            each.mchNo,
            each.created,
            each.coin,
            each.address,
            each.from,
            each.to,
            each.tries,
            each.problem,
            each.diedAt,
          ]),
        ),
      )
    })
}
