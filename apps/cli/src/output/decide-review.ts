import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'
import { wholeNumber } from './parse.ts'

type Options = { by: string; note?: string }

/** The two ways to decide are one command with two names. */
export function decideReview(
  parent: Command,
  decision: 'clear' | 'confirm',
  texts: { description: string; done: string },
): void {
  parent
    .command(decision)
    .description(texts.description)
    .argument('<number>', 'of the review', wholeNumber)
    .requiredOption('--by <name>', 'who decides; the record keeps it')
    .option('--note <text>', 'why; kept sealed')
    .action(async (id: number, { by, note }: Options, command: Command) => {
      const input = { id, decision, by, ...(note !== undefined && { note }) }
      await runAndPrint(command, 'review decide', input, (review) => `Review ${review.id} ${texts.done}`)
    })
}
