import { type Command, Option } from 'commander'
import { duration } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function webhookSecret(parent: Command): void {
  parent
    .command('secret')
    .description('make the secret that a merchant’s webhooks are signed with, or the next one')
    .requiredOption('--merchant <mchNo>', 'merchant number')
    .addOption(
      new Option('--grace <time>', 'how long the old secret signs along: 45s, 30m, 24h, 7d')
        .argParser(duration)
        .default(24 * 3600, '24h'),
    )
    .action(async ({ merchant, grace }: { merchant: string; grace: number }, command: Command) => {
      await runAndPrint(command, 'webhook secret', { mchNo: merchant, graceSeconds: grace }, (made) =>
        [
          card([
            ['Merchant', made.mchNo],
            ['Webhook secret', made.secret],
            ['Old secret ends', made.oldSecretUntil],
          ]),
          '',
          'The secret is shown this once: keep it safe.',
        ].join('\n'),
      )
    })
}
