import type { OutputOf } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { runAndPrint } from '../session.ts'

/** A journal of years has thousands of imports; `--json` has them all. */
const mostNamed = 30

export function ledgerReset(parent: Command): void {
  parent
    .command('reset')
    .description('begin with an empty ledger: its transfers, labels and prices go, people and merchants stay')
    .requiredOption('--yes', 'yes, take everything out of the ledger')
    .action(async (_options: object, command: Command) => {
      await runAndPrint(command, 'ledger reset', {}, describe)
    })
}

function describe(report: OutputOf<'ledger reset'>): string {
  const { imports, followed, pausedWatches } = report
  const toImport = [
    ...imports.slice(0, mostNamed).map(({ kind, name }) => `  ${kind}: ${name}`),
    ...(imports.length > mostNamed ? [`  and ${imports.length - mostNamed} more`] : []),
    ...followed.map((network) => `  follow: ${network}`),
  ]
  return [
    "The ledger is empty, but for the labels of OFAC's addresses.",
    ...(toImport.length === 0
      ? ['Nothing had been imported.']
      : ['Import again with "touchstone import" what was in it:', ...toImport]),
    `Watches are paused (${pausedWatches}), new ones too. When everything is imported: touchstone watch resume`,
  ].join('\n')
}
