import type { Command } from 'commander'
import { yesOrNo } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

type Options = { delegated?: boolean; twoPeople?: boolean }

export function reviewRule(parent: Command): void {
  parent
    .command('rule')
    .description('who decides reviews, of a merchant or of all: shows it, or changes what is given')
    .argument('[mchNo]', 'merchant number; left out: of all merchants')
    .option(
      '--delegated <yes|no>',
      'its own compliance people and owners decide, besides the operator',
      yesOrNo,
    )
    .option('--two-people <yes|no>', 'a decision takes two members who say the same', yesOrNo)
    .action(async (mchNo: string | undefined, { delegated, twoPeople }: Options, command: Command) => {
      const input = {
        ...(mchNo !== undefined && { mchNo }),
        ...(delegated !== undefined && { delegated }),
        ...(twoPeople !== undefined && { byTwo: twoPeople }),
      }
      await runAndPrint(command, 'review rule', input, (rule) =>
        card([
          ['Merchant', rule.mchNo ?? 'all'],
          ...(rule.mchNo === null ? [] : ([['Delegated', rule.delegated]] as const)),
          ['Two people decide', rule.byTwo],
        ]),
      )
    })
}
