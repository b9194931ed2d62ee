import type { Command } from 'commander'
import { programCard } from '../output/program-card.ts'
import { addProgramOptions, type ProgramOptions, programPartsOf } from '../output/program-options.ts'
import { runAndPrint } from '../session.ts'

type Options = ProgramOptions & { merchant: string; kind: string; colourFree?: true; active?: true }

export function programCreate(parent: Command): void {
  const command = parent
    .command('create')
    .description('make a program for a merchant')
    .argument('<name>', 'name shown to users')
    .requiredOption('--merchant <mchNo>', 'merchant number')
    .requiredOption('--kind <kind>', 'KYC, MeID, PoA or PoAI')
  addProgramOptions(command)
    .option(
      '--colour-free',
      'people who must not look at flashing light may do more movements, and a person decides',
    )
    .option('--active', 'turn it on at once')
    .action(async (name: string, options: Options, command: Command) => {
      const { merchant: mchNo, kind, colourFree, active } = options
      const input = {
        ...{ mchNo, name, kind },
        ...programPartsOf(options),
        ...(colourFree && { colourFree }),
        ...(active && { active }),
      }
      await runAndPrint(command, 'program create', input, programCard)
    })
}
