import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function watchResume(parent: Command): void {
  parent
    .command('resume')
    .description('score the watches again that were paused by a reset of the ledger')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'watch resume', {}, ({ resumed }) =>
        resumed === 0 ? 'There is no watch to resume.' : `${resumed} watches are scored again from now on.`,
      )
    })
}
