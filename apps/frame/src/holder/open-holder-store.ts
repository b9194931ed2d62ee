import { databaseRows } from './database-rows.ts'
import { DeviceError } from './device-error.ts'
import { createHolderStore, type HolderStore } from './holder-store.ts'
import type { WalletRow, WalletRows } from './wallet-rows.ts'

let opened: Promise<HolderStore> | undefined

/**
 * Opens the device's store. If the browser does not let an embedded page store data, uses this site's
 * unpartitioned store with the person's permission. Without that permission, the wallet stays in memory and
 * the last screen asks the person to save a copy.
 */
export function openHolderStore(): Promise<HolderStore> {
  opened ??= databaseRows()
    .catch(() => accessedRows())
    .catch(memoryRows)
    .then(createHolderStore)
  return opened
}

/**
 * Newer browsers return a handle to the requested store. In other browsers, the page opens the store itself
 * after access is granted.
 */
type AskForStorage = (types: { indexedDB: true }) => Promise<{ indexedDB?: IDBFactory } | undefined>

/**
 * Opens this site's unpartitioned store, which is also used when the page is not embedded. Browsers ask the
 * person for permission, but only right after a click. If the person has already decided, the request
 * resolves immediately.
 */
export async function accessedRows(page: Document = document): Promise<WalletRows> {
  const ask = page.requestStorageAccess as AskForStorage | undefined
  if (ask === undefined) throw new DeviceError('device.storage', undefined)
  const handle = await ask.call(page, { indexedDB: true })
  return await databaseRows(handle?.indexedDB)
}

/** Keeps wallets until the page closes, for browsers that do not let an embedded page store data. */
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
