import { argument, option } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

/** The word in place of a merchant's number that means the operator's own people. */
const operator = 'operator'

const whose = argument('<mchNo>', `merchant number, or "${operator}" for the operator’s own people`)

function membersOf(mchNo: string): { mchNo?: string } {
  return mchNo === operator ? {} : { mchNo }
}

export const member: Noun = {
  name: 'member',
  description: 'who works for a merchant or the operator',
  commands: [
    {
      name: 'add',
      description: 'let somebody work for a merchant or the operator, or change their role',
      arguments: [whose, argument('<e-mail>', 'address that codes to sign in are sent to')],
      options: [option('--role <role>', 'of a merchant: owner, developer, compliance or viewer')],
      run: operatorCommand(
        'member add',
        (mchNo: string, email: string, options: { role?: string }) => ({
          ...membersOf(mchNo),
          email,
          ...options,
        }),
        (added) =>
          card([
            ['Member', added.memberNo],
            ['E-mail', added.email],
            ['Role', added.role],
          ]),
      ),
    },
    {
      name: 'list',
      description: 'list the people of a merchant or of the operator',
      arguments: [whose],
      run: operatorCommand('member list', membersOf, (members) =>
        table(
          ['Member', 'E-mail', 'Role', 'Since'],
          members.map(({ memberNo, email, role, since }) => [memberNo, email, role, since]),
        ),
      ),
    },
    {
      name: 'remove',
      description: 'end a membership; its sessions end at once',
      arguments: [whose, argument('<memberNo>', 'number of the member, as "member list" shows it')],
      run: operatorCommand(
        'member remove',
        (mchNo: string, memberNo: string) => ({ ...membersOf(mchNo), memberNo }),
        (removed) => `Member ${removed.memberNo} is removed.`,
      ),
    },
  ],
}
