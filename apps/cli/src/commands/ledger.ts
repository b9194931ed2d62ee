import type { OutputOf } from '@touchstone/runtime/command-line'
import { requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'

export const ledger: Noun = {
  name: 'ledger',
  description: 'the ledger as a whole',
  commands: [
    {
      name: 'reset',
      description:
        'begin with an empty ledger: its transfers, labels and prices go, people and merchants stay',
      options: [requiredOption('--yes', 'yes, take everything out of the ledger')],
      run: operatorCommand('ledger reset', () => ({}), describe),
    },
  ],
}

/** A journal of years has thousands of imports; `--json` has them all. */
const mostNamed = 30

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

export const watch: Noun = {
  name: 'watch',
  description: 'addresses that merchants have watched',
  commands: [
    {
      name: 'resume',
      description: 'score the watches again that were paused by a reset of the ledger',
      run: operatorCommand(
        'watch resume',
        () => ({}),
        ({ resumed }) =>
          resumed === 0 ? 'There is no watch to resume.' : `${resumed} watches are scored again from now on.`,
      ),
    },
  ],
}
