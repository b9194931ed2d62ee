import { type Command, Option } from 'commander'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

type Options = { merchant: string; url?: string; none?: true }

export function webhookUrl(parent: Command): void {
  parent
    .command('url')
    .description('show or change where a merchant’s alerts go that have no url of their own')
    .requiredOption('--merchant <mchNo>', 'merchant number')
    .option('--url <url>', 'an https address')
    .addOption(new Option('--none', 'no default any more').conflicts('url'))
    .action(async ({ merchant, url, none }: Options, command: Command) => {
      const input = { mchNo: merchant, ...(none ? { url: null } : url === undefined ? {} : { url }) }
      await runAndPrint(command, 'webhook url', input, (set) =>
        card([
          ['Merchant', set.mchNo],
          ['Default url', set.url],
        ]),
      )
    })
}
