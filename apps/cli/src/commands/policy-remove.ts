import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function policyRemove(parent: Command): void {
  parent
    .command('remove')
    .description('let a merchant have the policy of everybody again')
    .requiredOption('--merchant <mchNo>', 'merchant number')
    .action(async ({ merchant }: { merchant: string }, command: Command) => {
      await runAndPrint(command, 'policy remove', { mchNo: merchant }, ({ removed }) =>
        removed ? 'It has the policy of everybody again.' : 'It had no policy of its own.',
      )
    })
}
