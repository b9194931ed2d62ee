import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { runAndPrint } from '../session.ts'

type Options = { by: string; note?: string }

function decider(name: 'clear' | 'confirm', description: string) {
  return (parent: Command): void => {
    parent
      .command(name)
      .description(description)
      .argument('<number>', 'of the review', wholeNumber)
      .requiredOption('--by <name>', 'who decides; the record keeps it')
      .option('--note <text>', 'why; kept sealed')
      .action(async (id: number, { by, note }: Options, command: Command) => {
        const input = { id, decision: name, by, ...(note !== undefined && { note }) }
        await runAndPrint(command, 'review decide', input, (review) =>
          name === 'clear'
            ? `Review ${review.id} is cleared: the verification goes on.`
            : `Review ${review.id} is confirmed: the verification has failed, or what was shared is revoked.`,
        )
      })
  }
}

export const reviewClear = decider('clear', 'another person than the listed one, or nobody known: it goes on')
export const reviewConfirm = decider('confirm', 'the listed party, or a face that is known already: it fails')
