import type { Command } from 'commander'
import { given, graceOption, option, requiredMerchant } from '../options.ts'
import { runAndPrint } from '../session.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

export const webhook: Noun = {
  name: 'webhook',
  description: 'alerts of watched addresses, and how they are sent',
  commands: [
    {
      name: 'secret',
      description: 'make the secret that a merchant’s webhooks are signed with, or the next one',
      options: [requiredMerchant, graceOption('how long the old secret signs along: 45s, 30m, 24h, 7d')],
      run: operatorCommand(
        'webhook secret',
        ({ merchant, grace }: { merchant: string; grace: number }) => ({
          mchNo: merchant,
          graceSeconds: grace,
        }),
        (made) =>
          [
            card([
              ['Merchant', made.mchNo],
              ['Webhook secret', made.secret],
              ['Old secret ends', made.oldSecretUntil],
            ]),
            '',
            'The secret is shown this once: keep it safe.',
          ].join('\n'),
      ),
    },
    {
      name: 'url',
      description: 'show or change where a merchant’s alerts go that have no url of their own',
      options: [
        requiredMerchant,
        option('--url <url>', 'an https address'),
        option('--none', 'no default any more', { conflicts: ['url'] }),
      ],
      run: operatorCommand(
        'webhook url',
        ({ merchant, url, none }: { merchant: string; url?: string; none?: true }) => ({
          mchNo: merchant,
          ...(none ? { url: null } : given({ url })),
        }),
        (set) =>
          card([
            ['Merchant', set.mchNo],
            ['Default url', set.url],
          ]),
      ),
    },
    {
      name: 'dead',
      description: 'list the alerts that nobody accepted, oldest first, 1000 at most',
      options: [option('--merchant <mchNo>', 'of this merchant alone')],
      run: operatorCommand(
        'webhook dead',
        ({ merchant }: { merchant?: string }) => given({ mchNo: merchant }),
        (alerts) =>
          table(
            ['Alert', 'Merchant', 'Created', 'Coin', 'Address', 'From', 'To', 'Tries', 'Problem', 'Given up'],
            alerts.map((each) => [
              each.id,
              each.mchNo,
              each.created,
              each.coin,
              each.address,
              each.from,
              each.to,
              each.tries,
              each.problem,
              each.diedAt,
            ]),
          ),
      ),
    },
    {
      name: 'retry',
      description: 'send alerts of the dead-letter list again, from the beginning of the schedule',
      options: [
        option('--id <id>', 'this alert alone'),
        option('--all', 'all of them', { conflicts: ['id'] }),
        option('--merchant <mchNo>', 'with --all: those of this merchant', { conflicts: ['id'] }),
      ],
      run: retry,
    },
  ],
}

async function retry(
  command: Command,
  { id, all, merchant }: { id?: string; all?: true; merchant?: string },
): Promise<void> {
  if (id === undefined && !all) command.error('error: name an alert with --id, or say --all')
  const input = given({ id, mchNo: merchant })
  await runAndPrint(command, 'webhook retry', input, ({ retried }) =>
    retried === 1 ? '1 alert is sent again.' : `${retried} alerts are sent again.`,
  )
}
