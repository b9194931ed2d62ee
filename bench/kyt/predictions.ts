import { type Engine, engines } from '../ledger/places.ts'
import { shown } from '../support/report.ts'
import { operations } from './questions.ts'
import { fullSizes } from './sizes.ts'

/**
 * What was expected of each target at the full sizes, by its words. Written before the first run of any size on
 * PostgreSQL, from what the code does. They were meant for 500,000 transfers and for 2 and 5 million; the sizes were made
 * smaller after the first tries, and the predictions stayed as they were.
 */
const ofEngine = (engine: Engine): Readonly<Record<string, string>> => ({
  [`overview, never asked: hottest of ordinary p50, ${engine}`]: '1.1x',
  [`counterparty, never asked: hottest of ordinary p50, ${engine}`]: '5x, missed: it has hundreds of edges',
  [`score, never asked: hottest of ordinary p50, ${engine}`]: '1x, as a pool is not followed',
  [`score, ${engine}, never asked: answers of a second of CPU`]: engine === 'server' ? '150' : '100',
  [`bytes of a transfer, ${engine}`]: '270',
  ...Object.fromEntries(
    fullSizes.grown[engine].flatMap((grown) =>
      operations.map((operation) => [
        `${operation}, never asked, ordinary p50 at ${shown.count(grown)} of ${shown.count(fullSizes.transfers)} transfers, ${engine}`,
        '1.1x',
      ]),
    ),
  ),
})

export const predictions: Readonly<Record<string, string>> = {
  ...Object.assign({}, ...engines.map(ofEngine)),
  'score, never asked, ordinary p50, server': '6 ms',
  'score, never asked, ordinary p50, embedded': '12 ms',

  'overview, never asked, 32 callers: answers/s of plain rows': '1.5x',
  'counterparty, never asked, 32 callers: answers/s of plain rows': '1.2x',
  'actions, never asked, 32 callers: answers/s of plain rows': '1x',
  'profile, never asked, 32 callers: answers/s of plain rows': '1x',
  'investigation, never asked, 32 callers: answers/s of plain rows': '0.8x, missed',

  'import into an empty ledger, transfers/s of COPY': '0.5x, missed: each is checked and laid aside first',
  'import into a filled ledger, transfers/s of COPY': '40%',
  'memory of an opened embedded ledger, more than its store alone': '60 MiB',
}
