import type { Command } from 'commander'
import { wholeNumber } from '../output/parse.ts'
import { card } from '../output/table.ts'
import { runAndPrint } from '../session.ts'

export function reviewShow(parent: Command): void {
  parent
    .command('show')
    .description('show a review with what it rests on: personal data, for who decides alone')
    .argument('<number>', 'of the review', wholeNumber)
    .action(async (id: number, _options: object, command: Command) => {
      await runAndPrint(command, 'review show', { id }, ({ detail, opinions, ...review }) =>
        [
          card([
            ['Review', review.id],
            ['What', review.kind],
            ['User', review.svcId],
            ['Merchant', review.merchant],
            ['Since', review.openedAt],
            ['Decision', review.decision],
            ...(review.byTwo ? ([['Decided by', 'two members, in the dashboard']] as const) : []),
          ]),
          ...opinions.map(({ at, by, decision, note, ended }) =>
            [at, by, decision, ended, note].filter((text) => text !== '').join('  '),
          ),
          '',
          JSON.stringify(detail, null, 2),
        ].join('\n'),
      )
    })
}
