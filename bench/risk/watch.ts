import type { KytContext, KytReader } from '@touchstone/kyt'
import type { Database } from '@touchstone/storage'
import type { KyselyPlugin } from 'kysely'
import type { Watch } from '../ledger/serve-ledger.ts'

/** Counters since the start of the process. */
export const seen = { queries: 0, rows: 0, ledgerMs: 0, rounds: 0, addresses: 0 }
export type Seen = typeof seen

export function since(before: Seen): Seen {
  const names = Object.keys(seen) as (keyof Seen)[]
  return Object.fromEntries(names.map((name) => [name, seen[name] - before[name]])) as Seen
}

const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    seen.queries += 1
    seen.rows += result.rows.length
    return result
  },
}

/** Counts the statements sent to the store and measures the time spent in ledger queries. */
export const watchLedger: Watch = {
  database(database: Database): Database {
    return { ...database, tables: <Tables>() => database.tables<Tables>().withPlugin(counter) }
  },
  context(context: KytContext): KytContext {
    const { ledger } = context
    let underWay = 0
    let begun = 0
    const timed =
      <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
      async (...args: Args): Promise<Answer> => {
        if (underWay === 0) begun = performance.now()
        underWay += 1
        try {
          return await ask(...args)
        } finally {
          underWay -= 1
          if (underWay === 0) seen.ledgerMs += performance.now() - begun
        }
      }
    return {
      ...context,
      ledger: {
        ...ledger,
        versions: timed(ledger.versions),
        totals: timed(ledger.totals),
        accounts: timed(ledger.accounts),
        edges: timed(ledger.edges),
        labels: timed(ledger.labels),
        knownAddresses: timed(ledger.knownAddresses),
        hashes: timed(ledger.hashes),
        prices: timed(ledger.prices),
        histories: timed(ledger.histories),
        newest: timed(ledger.newest),
        transactions: timed(ledger.transactions),
        referenced: timed(ledger.referenced),
      },
    }
  },
}

/** Counts rounds of tracing. All addresses of a round are requested in the same turn of the event loop. */
export function instrumentReader(reader: KytReader): KytReader {
  let inRound = false
  const watch = (own: KytReader): KytReader => ({
    ...own,
    // Cached results are calculated with a separate reader, so this reader must be instrumented too.
    cached: (entry, compute) => own.cached(entry, (ofResult) => compute(watch(ofResult))),
    balances(...args) {
      if (!inRound) {
        seen.rounds += 1
        inRound = true
        setImmediate(() => {
          inRound = false
        })
      }
      seen.addresses += 1
      return own.balances(...args)
    },
  })
  return watch(reader)
}
