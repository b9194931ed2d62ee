import type { OutputOf } from '@touchstone/runtime/command-line'
import { requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'

export const ledger: Noun = {
  name: 'ledger',
  description: 'the whole ledger',
  commands: [
    {
      name: 'reset',
      description: 'delete all transfers, labels and prices from the ledger; keeps people and merchants',
      options: [requiredOption('--yes', 'confirm that everything in the ledger should be deleted')],
      run: operatorCommand('ledger reset', () => ({}), describe),
    },
  ],
}

/**
 * Maximum number of imports in the text output, because a journal can contain thousands. `--json` prints all
 * of them.
 */
const mostNamed = 30

function describe(report: OutputOf<'ledger reset'>): string {
  const { imports, followed, pausedWatches } = report
  const toImport = [
    ...imports.slice(0, mostNamed).map(({ kind, name }) => `  ${kind}: ${name}`),
    ...(imports.length > mostNamed ? [`  and ${imports.length - mostNamed} more`] : []),
    ...followed.map((network) => `  follow: ${network}`),
  ]
  return [
    "The ledger is empty except for the labels of OFAC's addresses.",
    ...(toImport.length === 0
      ? ['Nothing had been imported.']
      : ['To restore the data, run these imports again with "touchstone import":', ...toImport]),
    `All watches (${pausedWatches}) are paused, and new ones start paused. After importing, run: touchstone watch resume`,
  ].join('\n')
}

export const watch: Noun = {
  name: 'watch',
  description: 'addresses watched by merchants',
  commands: [
    {
      name: 'resume',
      description: 'resume the watches that a ledger reset paused',
      run: operatorCommand(
        'watch resume',
        () => ({}),
        ({ resumed }) => (resumed === 0 ? 'There are no paused watches.' : `${resumed} watches resumed.`),
      ),
    },
  ],
}
