import type { Command } from 'commander'
import { given, graceOption, option, requiredMerchant } from '../options.ts'
import { runAndPrint } from '../session.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

export const webhook: Noun = {
  name: 'webhook',
  description: 'alerts about watched addresses, and their delivery',
  commands: [
    {
      name: 'secret',
      description: 'create or replace the signing secret of a merchant’s webhooks',
      options: [
        requiredMerchant,
        graceOption('how long webhooks are also signed with the old secret: 45s, 30m, 24h, 7d'),
      ],
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
              ['Old secret valid until', made.oldSecretUntil],
            ]),
            '',
            'The secret is shown only once. Store it safely.',
          ].join('\n'),
      ),
    },
    {
      name: 'url',
      description: 'show or change the default URL for a merchant’s alerts',
      options: [
        requiredMerchant,
        option('--url <url>', 'an https URL'),
        option('--none', 'remove the default URL', { conflicts: ['url'] }),
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
            ['Default URL', set.url],
          ]),
      ),
    },
    {
      name: 'dead',
      description: 'list alerts that could not be delivered, oldest first, up to 1000',
      options: [option('--merchant <mchNo>', 'list only the alerts of this merchant')],
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
      description: 'resend alerts on the dead-letter list, starting their retry schedule again',
      options: [
        option('--id <id>', 'only this alert'),
        option('--all', 'all alerts', { conflicts: ['id'] }),
        option('--merchant <mchNo>', 'with --all: resend only the alerts of this merchant', {
          conflicts: ['id'],
        }),
      ],
      run: retry,
    },
  ],
}

async function retry(
  command: Command,
  { id, all, merchant }: { id?: string; all?: true; merchant?: string },
): Promise<void> {
  if (id === undefined && !all) command.error('error: pass --id with an alert, or pass --all')
  const input = given({ id, mchNo: merchant })
  await runAndPrint(command, 'webhook retry', input, ({ retried }) =>
    retried === 1 ? '1 alert will be sent again.' : `${retried} alerts will be sent again.`,
  )
}
