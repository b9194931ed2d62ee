import type { engines } from '../ledger/places.ts'
import { operations } from './questions.ts'

/**
 * What was expected of each target at the full sizes, by its words. Written before the first run of any size on
 * PostgreSQL, from what the code does.
 */
const ofEngine = (engine: (typeof engines)[number], grown: string): Readonly<Record<string, string>> => ({
  [`overview, never asked: hottest of ordinary p50, ${engine}`]: '1.1x',
  [`counterparty, never asked: hottest of ordinary p50, ${engine}`]: '5x, missed: it has hundreds of edges',
  [`score, never asked: hottest of ordinary p50, ${engine}`]: '1x, as a pool is not followed',
  [`score, ${engine}, never asked: answers of a second of CPU`]: engine === 'server' ? '150' : '100',
  [`bytes of a transfer, ${engine}`]: '270',
  ...Object.fromEntries(
    operations.map((operation) => [
      `${operation}, never asked, ordinary p50 at ${grown} of 500,000 transfers, ${engine}`,
      '1.1x',
    ]),
  ),
})

export const predictions: Readonly<Record<string, string>> = {
  ...ofEngine('server', '5,000,000'),
  ...ofEngine('embedded', '2,000,000'),
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
