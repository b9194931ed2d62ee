import { type Command, InvalidArgumentError } from 'commander'
import { runAndPrint } from '../session.ts'
import { wholeNumber } from './parse.ts'

type Options = { by: string; note?: string; field?: Record<string, string>; zone?: string[] }

/** The two ways to decide are one command with two names. */
export function decideReview(
  parent: Command,
  decision: 'clear' | 'confirm',
  texts: { description: string; done: string },
): void {
  const decide = parent
    .command(decision)
    .description(texts.description)
    .argument('<number>', 'of the review', wholeNumber)
    .requiredOption('--by <name>', 'who decides; the record keeps it')
    .option('--note <text>', 'why; kept sealed')
  if (decision === 'clear')
    decide
      .option(
        '--field <name=value>',
        'of a document: a field as the pictures show it; may be repeated',
        field,
      )
      .option(
        '--zone <line>',
        'of a document: a line of its zone as the pictures show it; repeated for each',
        line,
      )
  decide.action(async (id: number, { by, note, field: fields, zone }: Options, command: Command) => {
    const input = {
      ...{ id, decision, by },
      ...(note !== undefined && { note }),
      ...(fields && { fields }),
      ...(zone && { zone }),
    }
    await runAndPrint(command, 'review decide', input, (review) => `Review ${review.id} ${texts.done}`)
  })
}

function field(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([a-zA-Z]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It takes name=value.')
  return { ...before, [name]: value.trim() }
}

function line(text: string, before: string[] = []): string[] {
  return [...before, text]
}
