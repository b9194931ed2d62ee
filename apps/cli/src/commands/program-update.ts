import { OperatorError } from '@touchstone/common'
import { type Command, Option } from 'commander'
import { programCard } from '../output/program-card.ts'
import { addProgramOptions, type ProgramOptions, programPartsOf } from '../output/program-options.ts'
import { runAndPrint } from '../session.ts'

type Options = ProgramOptions & { name?: string; colourFree?: 'yes' | 'no' }

export function programUpdate(parent: Command): void {
  const command = parent
    .command('update')
    .description(
      'change a program; other checks, rules, mint mode or chain make a new version, and journeys under way keep theirs',
    )
    .argument('<programNo>', 'program number')
    .option('--name <name>', 'name shown to users')
  addProgramOptions(command)
    .addOption(
      new Option(
        '--colour-free <allowed>',
        'whether people who must not look at flashing light may do more movements, and a person decides',
      ).choices(['yes', 'no']),
    )
    .action(async (programNo: string, options: Options, command: Command) => {
      const { name, colourFree } = options
      if (Object.keys(options).length === 0) throw nothingGiven()
      const input = {
        programNo,
        ...programPartsOf(options),
        ...(name !== undefined && { name }),
        ...(colourFree !== undefined && { colourFree: colourFree === 'yes' }),
      }
      await runAndPrint(command, 'program update', input, programCard)
    })
}

function nothingGiven(): OperatorError {
  return new OperatorError({
    code: 'cli.nothing-to-change',
    message: 'Nothing to change was given.',
    remedy: 'See what can be changed: npx touchstone program update --help',
  })
}
