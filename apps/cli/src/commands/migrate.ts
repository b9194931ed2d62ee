import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function migrate(parent: Command): void {
  parent
    .command('migrate')
    .description('bring the store to the newest form; safe to run at any time, from several nodes')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'store migrate', {}, ({ ran }) =>
        ran.length === 0 ? 'The store is up to date.' : `Ran ${ran.join(', ')}.`,
      )
    })
}
