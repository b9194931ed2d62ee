import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function recount(parent: Command): void {
  parent
    .command('recount')
    .description('make the statistics and the order of users lists anew from the journal')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'store recount', {}, () => 'Recounted from the journal.')
    })
}
