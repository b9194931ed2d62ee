import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

type Options = { name?: string; plan?: string; callsPerSecond?: number; planLimit?: true; support?: string }

export function merchantUpdate(parent: Command): void {
  parent
    .command('update')
    .description('change the name, the plan, the limit or the contact of a merchant')
    .argument('<mchNo>', 'merchant number')
    .option('--name <name>', 'as people meet it on the verification page and in mails')
    .option('--plan <plan>', 'standard, pro or enterprise')
    .option('--calls-per-second <n>', 'a limit of its own instead of the plan’s', wholeNumber)
    .option('--plan-limit', 'back to the limit of the plan')
    .option(
      '--support <contact>',
      'where its users can ask: an e-mail address or an https page; "none" for none',
    )
    .action(async (mchNo: string, { planLimit, support, ...options }: Options, command: Command) => {
      const input = {
        mchNo,
        ...options,
        ...(planLimit && { callsPerSecond: null }),
        ...(support !== undefined && { support: support === 'none' ? null : support }),
      }
      await runAndPrint(command, 'merchant update', input, (updated) =>
        card([
          ['Merchant', updated.mchNo],
          ['Name', updated.name],
          ['Plan', updated.plan],
          ['Calls per second', updated.callsPerSecond ?? 'as the plan says'],
          ['Support', updated.support ?? 'none'],
        ]),
      )
    })
}
