import { DeviceError } from './device-error.ts'

const name = 'touchstone-holder'

/** The browser's own store: `wallets` by their commitment, `choice` says which one is used. */
export function openDatabase(factory: IDBFactory = indexedDB): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const failed = (cause: unknown) => reject(new DeviceError('device.storage', cause))
    try {
      const request = factory.open(name, 1)
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
