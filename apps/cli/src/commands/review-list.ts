import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function reviewList(parent: Command): void {
  parent
    .command('list')
    .description('list what waits for a decision, the oldest first')
    .option('--decided', 'what was decided instead')
    .action(async ({ decided }: { decided?: true }, command: Command) => {
      await runAndPrint(command, 'review list', { decided: decided ?? false }, (reviews) =>
        reviews.length === 0
          ? decided
            ? 'Nothing was decided yet.'
            : 'Nothing waits for a decision.'
          : table(
              ['#', 'What', 'User', 'Merchant', 'Program', 'Since', 'Decision', 'By'],
              reviews.map((review) => [
                review.id,
                review.kind,
                review.svcId,
                review.merchant,
                review.programNo,
                review.openedAt,
                review.decision,
                review.decidedBy,
              ]),
            ),
      )
    })
}
