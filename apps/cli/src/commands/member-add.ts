import type { Command } from 'commander'
import { card } from '../output/table.ts'
import { whoseArgument, whoseMembers } from '../output/whose-members.ts'
import { runAndPrint } from '../session.ts'

export function memberAdd(parent: Command): void {
  parent
    .command('add')
    .description('let somebody work for a merchant or the operator, or change their role')
    .argument(...whoseArgument)
    .argument('<e-mail>', 'address that codes to sign in are sent to')
    .option('--role <role>', 'of a merchant: owner, developer, compliance or viewer')
    .action(async (mchNo: string, email: string, options: { role?: string }, command: Command) => {
      const input = { ...whoseMembers(mchNo), email, ...options }
      await runAndPrint(command, 'member add', input, (member) =>
        card([
          ['Member', member.memberNo],
          ['E-mail', member.email],
          ['Role', member.role],
        ]),
      )
    })
}
