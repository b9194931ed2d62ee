import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

export function ledgerReset(parent: Command): void {
  parent
    .command('reset')
    .description('begin with an empty ledger: its transfers, labels and prices go, people and merchants stay')
    .requiredOption('--yes', 'yes, take everything out of the ledger')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'ledger reset', {}, ({ imports, followed, pausedWatches, unusedFolder }) =>
        [
          `The ledger is empty. Imports that were forgotten: ${imports}; networks that were followed: ${followed}.`,
          'Import again what it is to have: touchstone import transfers, labels and prices; then touchstone import follow.',
          `Watches are paused (${pausedWatches}), new ones too. When everything is imported: touchstone watch resume`,
          ...(unusedFolder === undefined
            ? []
            : [`${unusedFolder} is of an earlier version and not used any more: it can be deleted.`]),
        ].join('\n'),
      )
    })
}
