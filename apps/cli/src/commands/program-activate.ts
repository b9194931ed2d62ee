import type { Command } from 'commander'
import { programCard } from '../output/program-card.ts'
import { runAndPrint } from '../session.ts'

export function programActivate(parent: Command): void {
  parent
    .command('activate')
    .description('turn a program on, or off')
    .argument('<programNo>', 'program number')
    .option('--off', 'turn it off: no new journeys start, results stay readable')
    .action(async (programNo: string, options: { off?: true }, command: Command) => {
      await runAndPrint(command, 'program activate', { programNo, active: !options.off }, programCard)
    })
}
