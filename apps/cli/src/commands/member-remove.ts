import type { Command } from 'commander'
import { whoseArgument, whoseMembers } from '../output/whose-members.ts'
import { runAndPrint } from '../session.ts'

export function memberRemove(parent: Command): void {
  parent
    .command('remove')
    .description('end a membership; its sessions end at once')
    .argument(...whoseArgument)
    .argument('<memberNo>', 'number of the member, as "member list" shows it')
    .action(async (mchNo: string, memberNo: string, _options: object, command: Command) => {
      await runAndPrint(
        command,
        'member remove',
        { ...whoseMembers(mchNo), memberNo },
        (removed) => `Member ${removed.memberNo} is removed.`,
      )
    })
}
