import { accessedRows } from './accessed-rows.ts'
import { databaseRows } from './database-rows.ts'
import { createHolderStore, type HolderStore } from './holder-store.ts'
import { memoryRows } from './memory-rows.ts'

let opened: Promise<HolderStore> | undefined

/**
 * The device's store. Where the browser forbids an embedded page to keep anything, the one of our own site, if the person lets
 * us; else one in memory, and the last screen says that a copy has to be saved.
 */
export function openHolderStore(): Promise<HolderStore> {
  opened ??= databaseRows()
    .catch(() => accessedRows())
    .catch(memoryRows)
    .then(createHolderStore)
  return opened
}
