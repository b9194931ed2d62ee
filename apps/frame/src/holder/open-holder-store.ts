import { databaseRows } from './database-rows.ts'
import { DeviceError } from './device-error.ts'
import { createHolderStore, type HolderStore } from './holder-store.ts'
import type { WalletRow, WalletRows } from './wallet-rows.ts'

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

/** As newer browsers have it: what is asked for comes as a handle; others open what there is. */
type AskForStorage = (types: { indexedDB: true }) => Promise<{ indexedDB?: IDBFactory } | undefined>

/**
 * The store that our own site has when it is not embedded. Browsers ask the person, and only right after a press; one that was
 * asked before answers at once.
 */
export async function accessedRows(page: Document = document): Promise<WalletRows> {
  const ask = page.requestStorageAccess as AskForStorage | undefined
  if (ask === undefined) throw new DeviceError('device.storage', undefined)
  const handle = await ask.call(page, { indexedDB: true })
  return await databaseRows(handle?.indexedDB)
}

/** For browsers that let an embedded page keep nothing: as long as the page is open. */
export function memoryRows(): WalletRows {
  const rows = new Map<string, WalletRow>()
  let current: string | undefined
  return {
    lasting: false,
    get: async (commitment) => rows.get(commitment),
    inUse: async () => current,
    put: async (row) => void rows.set(row.commitment, row),
    async use(row, instead) {
      if (instead !== undefined && current !== undefined && current !== instead.of) return current
      rows.set(row.commitment, row)
      current = row.commitment
      return current
    },
    async clear() {
      rows.clear()
      current = undefined
    },
  }
}
