import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function reviewScreenAgain(parent: Command): void {
  parent
    .command('screen-again')
    .description('screen everybody whom the current lists have not seen (runs every ten minutes by itself)')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(
        command,
        'review screen-again',
        {},
        ({ screened, found }) => `${screened} screened, ${found} new to review.`,
      )
    })
}
