import { type Command, Option } from 'commander'
import { runAndPrint } from '../session.ts'

type Options = { id?: string; all?: true; merchant?: string }

export function webhookRetry(parent: Command): void {
  parent
    .command('retry')
    .description('send alerts of the dead-letter list again, from the beginning of the schedule')
    .option('--id <id>', 'this alert alone')
    .addOption(new Option('--all', 'all of them').conflicts('id'))
    .addOption(new Option('--merchant <mchNo>', 'with --all: those of this merchant').conflicts('id'))
    .action(async ({ id, all, merchant }: Options, command: Command) => {
      if (id === undefined && !all) {
        command.error('error: name an alert with --id, or say --all')
      }
      const input = id !== undefined ? { id } : merchant === undefined ? {} : { mchNo: merchant }
      await runAndPrint(command, 'webhook retry', input, ({ retried }) =>
        retried === 1 ? '1 alert is sent again.' : `${retried} alerts are sent again.`,
      )
    })
}
