import { DeviceError } from './device-error.ts'
import type { WalletRow, WalletRows } from './wallet-rows.ts'

const databaseName = 'touchstone-holder'

/**
 * Opens the browser's database. `wallets` contains the wallets, keyed by commitment, and `choice` the
 * commitment of the wallet in use.
 */
function openDatabase(factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const failed = (cause: unknown) => reject(new DeviceError('device.storage', cause))
    try {
      const request = factory.open(databaseName, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('wallets', { keyPath: 'commitment' })
        request.result.createObjectStore('choice')
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => failed(request.error)
      request.onblocked = () => failed(undefined)
    } catch (cause) {
      failed(cause)
    }
  })
}

type Stores = { wallets: IDBObjectStore; choice: IDBObjectStore }

/** Stores wallets in the browser's database. */
export async function databaseRows(factory?: IDBFactory): Promise<WalletRows> {
  const database = await openDatabase(factory)

  function transact<Result>(
    mode: IDBTransactionMode,
    run: (stores: Stores) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(['wallets', 'choice'], mode)
      const request = run({
        wallets: transaction.objectStore('wallets'),
        choice: transaction.objectStore('choice'),
      })
      const failed = () => reject(new DeviceError('device.storage', transaction.error))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onerror = failed
      transaction.onabort = failed
    })
  }

  return {
    lasting: true,
    get: (commitment) =>
      transact<WalletRow | undefined>('readonly', ({ wallets }) => wallets.get(commitment)),
    inUse: () => transact<string | undefined>('readonly', ({ choice }) => choice.get('current')),
    async put(row) {
      await transact('readwrite', ({ wallets }) => wallets.put(row))
    },
    async use(row, instead) {
      let used = row.commitment
      await transact('readwrite', ({ wallets, choice }) => {
        const request = choice.get('current') as IDBRequest<string | undefined>
        request.onsuccess = () => {
          const other = request.result
          if (instead !== undefined && other !== undefined && other !== instead.of) {
            used = other
            return
          }
          wallets.put(row)
          choice.put(row.commitment, 'current')
        }
        return undefined
      })
      return used
    },
    async clear() {
      await transact('readwrite', ({ wallets, choice }) => {
        wallets.clear()
        return choice.clear()
      })
    },
  }
}
