import { argument, option, requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const person = argument('<user>', 'svcId, login e-mail, or an account (wallet, e-mail, other)')

export const user: Noun = {
  name: 'user',
  description: 'people who were verified',
  commands: [
    {
      name: 'show',
      description: 'show a user with every journey and its journal',
      arguments: [person],
      options: [option('--reveal', 'show the login instead of masking it')],
      run: operatorCommand(
        'user show',
        (user: string, { reveal = false }: { reveal?: boolean }) => ({ user, reveal }),
        (people) =>
          people
            .flatMap(({ svcId, login, ssiWallet, createdAt, journeys }) => [
              card([
                ['User', svcId],
                ['Login', login],
                ['SSI wallet', ssiWallet],
                ['Since', createdAt],
              ]),
              ...journeys.flatMap((journey) => [
                '',
                `${journey.kind} program ${journey.programNo} of ${journey.mchNo}: ${journey.status}` +
                  (journey.reasonCode ? ` (${journey.reasonCode})` : ''),
                table(
                  ['#', 'Attempt', 'When', 'From', 'To', 'By', 'Reason', 'Evidence'],
                  journey.journal.map((entry) => [
                    entry.seq,
                    entry.attempt,
                    entry.at,
                    entry.from,
                    entry.to,
                    entry.actor,
                    entry.reason,
                    entry.evidence?.slice(0, 12),
                  ]),
                ),
              ]),
              '',
            ])
            .join('\n')
            .trimEnd(),
      ),
    },
    {
      name: 'forget',
      description: 'remove a person everywhere and leave a receipt: this can’t be undone',
      arguments: [person],
      options: [requiredOption('--yes', 'yes, remove the person')],
      run: operatorCommand(
        'user forget',
        (user: string) => ({ user }),
        (receipts) =>
          receipts
            .map(({ receiptId, complete, removed }) =>
              card([
                ['Receipt', receiptId],
                ['Faceprints', removed.faceprints],
                ['Accounts', removed.accounts],
                ['Journeys, now of nobody', removed.journeys],
                ['Tokens', removed.tokens.length],
                ['Complete', complete ? 'yes' : 'tokens are being burnt'],
              ]),
            )
            .join('\n\n'),
      ),
    },
  ],
}
