import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function policyShow(parent: Command): void {
  parent
    .command('show')
    .description('the policy of the risk score: of everybody, or of one merchant')
    .option('--merchant <mchNo>', 'merchant number')
    .action(async ({ merchant }: { merchant?: string }, command: Command) => {
      const input = merchant === undefined ? {} : { mchNo: merchant }
      await runAndPrint(command, 'policy show', input, ({ policy }) => JSON.stringify(policy, undefined, 2))
    })
}
