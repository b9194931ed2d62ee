import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { whoseArgument, whoseMembers } from '../output/whose-members.ts'
import { runAndPrint } from '../session.ts'

export function memberList(parent: Command): void {
  parent
    .command('list')
    .description('list the people of a merchant or of the operator')
    .argument(...whoseArgument)
    .action(async (mchNo: string, _options: object, command: Command) => {
      await runAndPrint(command, 'member list', whoseMembers(mchNo), (members) =>
        table(
          ['Member', 'E-mail', 'Role', 'Since'],
          members.map(({ memberNo, email, role, since }) => [memberNo, email, role, since]),
        ),
      )
    })
}
