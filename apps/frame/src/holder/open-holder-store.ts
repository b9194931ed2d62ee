import { databaseRows } from './database-rows.ts'
import { createHolderStore, type HolderStore } from './holder-store.ts'
import { memoryRows } from './memory-rows.ts'

let opened: Promise<HolderStore> | undefined

/** The device's store; one in memory where the browser forbids an embedded page to keep anything. */
export function openHolderStore(): Promise<HolderStore> {
  opened ??= databaseRows().catch(memoryRows).then(createHolderStore)
  return opened
}
