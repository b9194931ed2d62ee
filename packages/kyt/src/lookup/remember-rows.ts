import { type AccountKey, accountId } from '../ledger/ledger-store.ts'
import { coalesce } from './coalesce.ts'
import type { Dependency, Memory } from './memory.ts'

/** Rows that are remembered of each kind: some tens of megabytes at most. */
const rememberedRows = 50_000

/** Looks up what the ledger has of addresses; in the order of the keys. */
export type LookUp<Value> = (keys: readonly AccountKey[]) => Promise<readonly Value[]>

/** Rows of addresses, remembered as `toValue` makes them until something that they depend on changes. */
export function rememberRows<Row, Value extends object>(
  memory: Memory,
  of: {
    readonly select: (keys: readonly AccountKey[]) => Promise<ReadonlyMap<string, readonly Row[]>>
    readonly dependencyOf: (id: string) => Dependency
    readonly toValue: (rows: readonly Row[]) => Value
  },
): LookUp<Value> {
  const { select, dependencyOf, toValue } = of
  type Sized = { readonly value: Value; readonly rows: number }
  const remembered = memory.cache<Sized>({ maxSize: rememberedRows, sizeOf: ({ rows }) => rows + 1 })
  const fetch = coalesce<AccountKey, readonly Row[]>({ identify: accountId, fetch: select, atOnce: 512 })
  return async (keys) => {
    const values: Value[] = []
    const missing: number[] = []
    const ids = keys.map(accountId)
    for (const [index, id] of ids.entries()) {
      const known = remembered.get(id)
      if (known === undefined) missing.push(index)
      else values[index] = known.value
    }
    if (missing.length === 0) return values
    const since = memory.now()
    const found = await fetch(missing.flatMap((index) => keys[index] ?? []))
    for (const index of missing) {
      const id = ids[index] ?? ''
      const rows = found.get(id) ?? []
      const value = toValue(rows)
      values[index] = value
      remembered.set(id, { value, rows: rows.length }, { since, from: [dependencyOf(id)] })
    }
    return values
  }
}
