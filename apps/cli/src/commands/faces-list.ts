import type { Command } from 'commander'
import { table } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function facesList(parent: Command): void {
  parent
    .command('list')
    .description('which embeddings the faceprints were made with, and how many are left of each')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'faces list', {}, (models) =>
        table(
          ['Use', 'Faceprints', 'Model'],
          models.map(({ use, faceprints, model }) => [
            use === 'missing' ? 'MISSING' : use,
            String(faceprints),
            model,
          ]),
        ),
      )
    })
}
