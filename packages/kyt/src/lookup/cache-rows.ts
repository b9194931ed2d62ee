import { coalesce } from './coalesce.ts'
import type { Dependency, Memory } from './memory.ts'

/**
 * The queue that a lookup joins. Calculations that read many rows use `bulk`, so that their queries do not
 * delay the lookups of short calculations.
 */
export type Lane = 'quick' | 'bulk'

/** Maximum number of cached rows per kind, which take up tens of megabytes. */
const maxCachedRows = 50_000

/**
 * Reads ledger rows by key, in key order, and caches the results of `toValue` until the data they depend on
 * changes.
 */
export function cacheRows<Key, Row, Value extends object>(
  memory: Memory,
  of: {
    readonly identify: (key: Key) => string
    readonly select: (keys: readonly Key[]) => Promise<ReadonlyMap<string, readonly Row[]>>
    readonly dependencyOf: (key: Key) => Dependency
    readonly toValue: (rows: readonly Row[]) => Value
  },
): (keys: readonly Key[], lane?: Lane) => Promise<readonly Value[]> {
  const { identify, select, dependencyOf, toValue } = of
  type Sized = { readonly value: Value; readonly rows: number }
  const cache = memory.cache<Sized>({ maxSize: maxCachedRows, sizeOf: ({ rows }) => rows + 1 })
  // Runs one query at a time in each lane. A query takes well under a millisecond, and fewer queries with more keys cost
  // both the service and the database less.
  const open = () => coalesce<Key, readonly Row[]>({ identify, fetch: select, maxKeys: 512, maxQueries: 1 })
  const fetch: Record<Lane, ReturnType<typeof open>> = { quick: open(), bulk: open() }
  return async (keys, lane = 'quick') => {
    const values: Value[] = []
    const missing: { readonly key: Key; readonly index: number }[] = []
    for (const [index, key] of keys.entries()) {
      const known = cache.get(identify(key))
      if (known === undefined) missing.push({ key, index })
      else values[index] = known.value
    }
    if (missing.length === 0) return values
    const since = memory.now()
    const found = await fetch[lane](missing.map(({ key }) => key))
    for (const { key, index } of missing) {
      const id = identify(key)
      const rows = found.get(id) ?? []
      const value = toValue(rows)
      values[index] = value
      cache.set(id, { value, rows: rows.length }, { since, from: [dependencyOf(key)] })
    }
    return values
  }
}
