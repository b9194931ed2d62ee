import { databaseRows } from './database-rows.ts'
import { DeviceError } from './device-error.ts'
import type { WalletRows } from './wallet-rows.ts'

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
