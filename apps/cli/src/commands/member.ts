import { argument, option } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

/** Used in place of a merchant number for the operator's own team. */
const operator = 'operator'

const whose = argument('<mchNo>', `merchant number, or "${operator}" for the operator’s own team`)

function membersOf(mchNo: string): { mchNo?: string } {
  return mchNo === operator ? {} : { mchNo }
}

export const member: Noun = {
  name: 'member',
  description: 'team members of a merchant or of the operator',
  commands: [
    {
      name: 'add',
      description: 'invite a member to a merchant or the operator, or change their role',
      arguments: [whose, argument('<e-mail>', 'address to which sign-in codes are sent')],
      options: [
        option('--role <role>', 'role at a merchant: owner, developer, compliance, analyst or viewer'),
      ],
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
            ['State', added.accepted ? 'member' : 'invited'],
            ...(added.enrolment === null
              ? []
              : [['Passkey link (valid once, for 15 minutes)', added.enrolment] as [string, string]]),
          ]),
      ),
    },
    {
      name: 'list',
      description: 'list the members of a merchant or of the operator',
      arguments: [whose],
      run: operatorCommand('member list', membersOf, (members) =>
        table(
          ['Member', 'E-mail', 'Role', 'State', 'Since'],
          members.map(({ memberNo, email, role, accepted, since }) => [
            ...[memberNo, email, role, accepted ? 'member' : 'invited', since],
          ]),
        ),
      ),
    },
    {
      name: 'remove',
      description: 'remove a member and end their sessions immediately',
      arguments: [whose, argument('<memberNo>', 'member number, as shown by "member list"')],
      run: operatorCommand(
        'member remove',
        (mchNo: string, memberNo: string) => ({ ...membersOf(mchNo), memberNo }),
        (removed) => `Member ${removed.memberNo} has been removed.`,
      ),
    },
  ],
}
