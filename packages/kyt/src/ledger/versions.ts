import type { ClickHouse } from '@touchstone/storage'
import { journalOf, type KytContext } from '../context.ts'
import { selectVersions, type Versions } from './import-journal-store.ts'

const known = new WeakMap<ClickHouse, Promise<Versions>>()

/**
 * How often the ledger, the labels and the prices have changed: what is remembered is good for as long as these stay the
 * same. An embedded ledger is changed by this process alone, so that its numbers are read once after each change; on a
 * server any node may change it, and they are read every time.
 */
export async function currentVersions(context: KytContext): Promise<Versions> {
  if (context.clickhouse.engine === 'server') return await readVersions(context)
  const remembered = known.get(context.clickhouse)
  if (remembered !== undefined) return await remembered
  const reading = readVersions(context)
  known.set(context.clickhouse, reading)
  // A failed reading must not be remembered.
  reading.catch(() => known.delete(context.clickhouse))
  return await reading
}

/** To be called after every change, when it is written. */
export function forgetVersions(context: KytContext): void {
  known.delete(context.clickhouse)
}

async function readVersions(context: KytContext): Promise<Versions> {
  return (await selectVersions(journalOf(context))) ?? { ledger: 0, labels: 0, prices: 0, policies: 0 }
}
