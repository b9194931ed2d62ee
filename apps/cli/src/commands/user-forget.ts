import type { Command } from 'commander'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function userForget(parent: Command): void {
  parent
    .command('forget')
    .description('remove a person everywhere and leave a receipt: this can’t be undone')
    .argument('<user>', 'svcId, login e-mail, or an account (wallet, e-mail, other)')
    .requiredOption('--yes', 'yes, remove the person')
    .action(async (user: string, _options: object, command: Command) => {
      await runAndPrint(command, 'user forget', { user }, (receipts) =>
        receipts
          .map(({ receiptId, complete, removed }) =>
            card([
              ['Receipt', receiptId],
              ['Faceprints', removed.faceprints],
              ['Accounts', removed.accounts],
              ['Journeys, now of nobody', removed.journeys],
              ['Tokens', removed.tokens.length],
              ['Complete', complete ? 'yes' : 'tokens are being burnt'],
            ]),
          )
          .join('\n\n'),
      )
    })
}
