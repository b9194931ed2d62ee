import { type Engine, engines } from '../ledger/places.ts'
import { shown } from '../support/report.ts'
import { fullSizes } from './sizes.ts'

/**
 * What was expected of each target at the full sizes, by its words. Written before the first run of any size on
 * PostgreSQL, from what the code does. They were meant for 500,000 transfers and for 2 and 5 million; the sizes were made
 * smaller after the first tries, and the predictions stayed as they were.
 */
const onEach = (engine: Engine, transfers: number): Readonly<Record<string, string>> => {
  const many = `${shown.count(transfers)}, ${engine}`
  const isServer = engine === 'server'
  return {
    [`ordinary score never asked, p50, ${many}`]: isServer ? '6 ms' : '12 ms',
    [`ordinary score remembered, p50 of its overview, ${many}`]: '1.2x',
    [`hottest that is followed, never asked, p99, ${many}`]: isServer ? '200 ms' : '300 ms',
    [`hottest that is read whole, never asked, p99, ${many}`]: isServer ? '300 ms' : '500 ms',
    [`queries of the deepest question, ${many}`]: '40',
    [`most queries of any question, ${many}`]: '45',
    [`queries of an address that is asked for, the deepest, ${many}`]: '0.12',
    [`explanation of score, never asked, ordinary p50, ${many}`]: '1.0x',
    [`16 callers, never asked: scores of a second of CPU, ${many}`]: isServer ? '150' : '100',
    [`16 callers, remembered: scores/s of overviews/s, ${many}`]: '80%',
  }
}

export const predictions: Readonly<Record<string, string>> = Object.assign(
  {},
  ...engines.flatMap((engine) => fullSizes.ledgers[engine].map((transfers) => onEach(engine, transfers))),
)
