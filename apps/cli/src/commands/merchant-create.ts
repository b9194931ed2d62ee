import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

type Options = { plan?: string; callsPerSecond?: number; support?: string }

export function merchantCreate(parent: Command): void {
  parent
    .command('create')
    .description('make a merchant with its first API key')
    .argument('<name>', 'name shown to users')
    .option('--plan <plan>', 'standard, pro or enterprise', 'standard')
    .option('--calls-per-second <n>', 'a limit of its own instead of the plan’s', wholeNumber)
    .option('--support <contact>', 'where its users can ask: an e-mail address or an https page')
    .action(async (name: string, options: Options, command: Command) => {
      await runAndPrint(command, 'merchant create', { name, ...options }, (made) =>
        [
          card([
            ['Merchant', made.mchNo],
            ['Name', made.name],
            ['Plan', made.plan],
            ['API key', made.apiKey],
          ]),
          '',
          'The key is shown this once: keep it safe.',
        ].join('\n'),
      )
    })
}
