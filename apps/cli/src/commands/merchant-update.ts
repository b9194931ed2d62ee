import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

type Options = { plan?: string; callsPerSecond?: number; planLimit?: true }

export function merchantUpdate(parent: Command): void {
  parent
    .command('update')
    .description('change the plan or the limit of a merchant')
    .argument('<mchNo>', 'merchant number')
    .option('--plan <plan>', 'standard, pro or enterprise')
    .option('--calls-per-second <n>', 'a limit of its own instead of the plan’s', wholeNumber)
    .option('--plan-limit', 'back to the limit of the plan')
    .action(async (mchNo: string, { planLimit, ...options }: Options, command: Command) => {
      const input = { mchNo, ...options, ...(planLimit && { callsPerSecond: null }) }
      await runAndPrint(command, 'merchant update', input, (updated) =>
        card([
          ['Merchant', updated.mchNo],
          ['Plan', updated.plan],
          ['Calls per second', updated.callsPerSecond ?? 'as the plan says'],
        ]),
      )
    })
}
