import type { KytDesk } from '@touchstone/kyt'
import type { ClickHouse } from '@touchstone/storage'

/** What has been asked since the process began. */
export const seen = { queries: 0, rows: 0, engineMs: 0, rounds: 0, addresses: 0 }
export type Seen = typeof seen

export function since(before: Seen): Seen {
  const names = Object.keys(seen) as (keyof Seen)[]
  return Object.fromEntries(names.map((name) => [name, seen[name] - before[name]])) as Seen
}

/** Counts the queries that go to the engine, and the time in which there are any. */
export function watchQueries(clickhouse: ClickHouse): ClickHouse {
  let underWay = 0
  let since = 0
  return {
    ...clickhouse,
    async query<Row>(text: string, parameters?: Readonly<Record<string, unknown>>) {
      seen.queries += 1
      if (underWay === 0) since = performance.now()
      underWay += 1
      try {
        const rows = await clickhouse.query<Row>(text, parameters)
        seen.rows += rows.length
        return rows
      } finally {
        underWay -= 1
        if (underWay === 0) seen.engineMs += performance.now() - since
      }
    },
  }
}

/** Counts the rounds in which money is followed: all addresses of a round are asked for in one breath. */
export function watchDesk(desk: KytDesk): KytDesk {
  let inRound = false
  return {
    ...desk,
    purses(...asked) {
      if (!inRound) {
        seen.rounds += 1
        inRound = true
        setImmediate(() => {
          inRound = false
        })
      }
      seen.addresses += 1
      return desk.purses(...asked)
    },
  }
}
