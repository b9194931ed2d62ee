import type { KytContext } from '../context.ts'

const working = new WeakMap<object, Set<number>>()

/** Imports that this process is carrying out at this moment: they are not to be recovered by anybody. */
export function workedAt(context: KytContext): Set<number> {
  const here = working.get(context.clickhouse) ?? new Set<number>()
  working.set(context.clickhouse, here)
  return here
}
