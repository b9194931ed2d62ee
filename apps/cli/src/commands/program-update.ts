import { type Command, Option } from 'commander'
import { programCard } from '../output/program-card.ts'
import { runAndPrint } from '../session.ts'

export function programUpdate(parent: Command): void {
  parent
    .command('update')
    .description('change how people are verified for a program')
    .argument('<programNo>', 'program number')
    .addOption(
      new Option(
        '--colour-free <allowed>',
        'whether people who must not look at flashing light may do more movements, and a person decides',
      )
        .choices(['yes', 'no'])
        .makeOptionMandatory(),
    )
    .action(async (programNo: string, options: { colourFree: 'yes' | 'no' }, command: Command) => {
      const input = { programNo, colourFree: options.colourFree === 'yes' }
      await runAndPrint(command, 'program update', input, programCard)
    })
}
