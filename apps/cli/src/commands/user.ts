import { InvalidArgumentError } from 'commander'
import { argument, option, requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const person = argument('<user>', 'svcId, login email, or an account (wallet, email, other)')

export const user: Noun = {
  name: 'user',
  description: 'verified people',
  commands: [
    {
      name: 'show',
      description: 'show a user with all journeys and their journals',
      arguments: [person],
      options: [option('--reveal', 'show the full login instead of a masked one')],
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
                `${journey.kind} program ${journey.programNo} of merchant ${journey.mchNo}: ${journey.status}` +
                  (journey.test ? ' (test mode)' : '') +
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
      name: 'request',
      description:
        'decide a pending move or erasure that the person cannot confirm with their device or face',
      arguments: [argument('<svcId>', 'id of the person')],
      options: [
        requiredOption('--decide <continue|cancel>', 'continue or cancel the request', {
          parse: (value: string) => {
            if (value === 'continue' || value === 'cancel') return value
            throw new InvalidArgumentError('must be continue or cancel')
          },
        }),
      ],
      run: operatorCommand(
        'user request',
        (svcId: string, { decide }: { decide: 'continue' | 'cancel' }) => ({ svcId, decision: decide }),
        ({ kind }) => `The request (${kind}) has been decided.`,
      ),
    },
    {
      name: 'forget',
      description: 'permanently delete all data about a person and print a receipt',
      arguments: [person],
      options: [requiredOption('--yes', 'confirm that the data should be deleted')],
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
                ['Anonymised journeys', removed.journeys],
                ['Tokens', removed.tokens.length],
                ['Complete', complete ? 'yes' : 'tokens are being burned'],
              ]),
            )
            .join('\n\n'),
      ),
    },
    {
      name: 'lift-ending',
      description:
        "let a merchant's on-chain programs accept the person again, with credentials issued from now on",
      arguments: [argument('<svcId>', 'svcId of the person')],
      options: [requiredOption('--merchant <mchNo>', 'merchant that ended the relationship')],
      run: operatorCommand(
        'user lift-ending',
        (svcId: string, { merchant: mchNo }: { merchant: string }) => ({ svcId, mchNo }),
        ({ svcId }) => card([['Lifted for', svcId]]),
      ),
    },
  ],
}
