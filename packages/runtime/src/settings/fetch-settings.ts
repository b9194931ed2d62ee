import { fetchModes } from '@touchstone/contract'
import type { FetchBudget } from '@touchstone/kyt'
import { parsers, type Setting } from './setting.ts'

const define = <Value>(setting: Setting<Value>): Setting<Value> => setting

const budgetLimits: FetchBudget = { requests: 10_000, rows: 10_000_000, seconds: 3600 }
const budgetNames = Object.keys(budgetLimits) as (keyof FetchBudget)[]

/** Settings for fetching histories from sources. They have no effect without sources. */
export const fetchSettings = {
  fetch: define({
    env: 'TOUCHSTONE_FETCH',
    key: 'fetch',
    meaning:
      "Whether a query about an address fetches the histories that the ledger lacks from the configured sources: before the answer (wait), after it (background), or not at all (never). A merchant's policy can choose another value, unless it is never.",
    takes: 'wait, background or never',
    otherwise: 'wait',
    parse: parsers.oneOf(fetchModes),
  }),
  fetchWait: define({
    env: 'TOUCHSTONE_FETCH_WAIT_MS',
    key: 'fetchWaitMs',
    meaning:
      'How long a query waits for histories, in milliseconds. Then it is answered with the data in the ledger, and the rest is fetched in the background.',
    takes: 'an integer from 100 to 600000',
    otherwise: '10000',
    parse: parsers.integer(100, 600_000),
  }),
  fetchBudget: define<Partial<FetchBudget>>({
    env: 'TOUCHSTONE_FETCH_BUDGET',
    key: 'fetchBudget',
    meaning:
      "The largest number of requests, rows and seconds that one query may use at the sources. A merchant's policy can set lower limits.",
    takes: 'a list like requests=100,rows=50000,seconds=60, with maximum values of 10000, 10000000 and 3600',
    otherwise: 'requests=100, rows=50000, seconds=60',
    parse(text) {
      const budget: { -readonly [Name in keyof FetchBudget]?: number } = {}
      for (const part of text.split(',')) {
        const [name = '', value = ''] = part.trim().split('=')
        const known = budgetNames.find((each) => each === name)
        if (known === undefined || known in budget || !/^[1-9][0-9]{0,7}$/.test(value)) return undefined
        if (Number(value) > budgetLimits[known]) return undefined
        budget[known] = Number(value)
      }
      return budget
    },
  }),
  fetchWatches: define({
    env: 'TOUCHSTONE_FETCH_WATCH_MINUTES',
    key: 'fetchWatchMinutes',
    meaning:
      'How often the histories of watched addresses are fetched, in minutes, on networks that have a source and are not followed. 0 fetches them only for queries, so that watches on these networks send no alerts for new transfers.',
    takes: 'an integer from 0 to 10080',
    otherwise: '60',
    parse: parsers.integer(0, 10_080),
  }),
}
