import {
  type Credential,
  createSsiWallet,
  openHolderCopy,
  openSsiWallet,
  type SsiWallet,
  sealHolderCopy,
} from '@touchstone/credential/holder'
import { DeviceError } from './device-error.ts'
import { openDatabase } from './open-database.ts'

/** At rest: the key under one that the browser never hands out, the credentials sealed by the wallet. */
type StoredWallet = {
  commitment: string
  wrapping: CryptoKey
  nonce: Uint8Array<ArrayBuffer>
  wrapped: ArrayBuffer
  copy: Uint8Array<ArrayBuffer> | undefined
}

export type HolderStore = {
  /** The device's wallet, made when it has none. */
  open(): Promise<SsiWallet>
  find(commitment: string): Promise<SsiWallet | undefined>
  /** Takes a wallet that was brought in its file, and uses it from now on. */
  bring(wallet: SsiWallet, credentials: readonly Credential[]): Promise<void>
  keep(wallet: SsiWallet, credential: Credential): Promise<void>
  credentials(wallet: SsiWallet): Promise<Credential[]>
  /** The wallet in use with its credentials; undefined where there is none. */
  current(): Promise<{ wallet: SsiWallet; credentials: Credential[] } | undefined>
  /** Forgets every wallet. */
  clear(): Promise<void>
}

export async function openHolderStore(factory?: IDBFactory): Promise<HolderStore> {
  const database = await openDatabase(factory)

  function transact<Result>(
    mode: IDBTransactionMode,
    run: (stores: { wallets: IDBObjectStore; choice: IDBObjectStore }) => IDBRequest<Result> | undefined,
  ): Promise<Result | undefined> {
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(['wallets', 'choice'], mode)
      const request = run({
        wallets: transaction.objectStore('wallets'),
        choice: transaction.objectStore('choice'),
      })
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onerror = () => reject(new DeviceError('device.storage', transaction.error))
      transaction.onabort = () => reject(new DeviceError('device.storage', transaction.error))
    })
  }

  const stored = (commitment: string) =>
    transact<StoredWallet | undefined>('readonly', ({ wallets }) => wallets.get(commitment))
  const chosen = () => transact<string | undefined>('readonly', ({ choice }) => choice.get('current'))

  async function find(commitment: string): Promise<SsiWallet | undefined> {
    const row = await stored(commitment)
    return row && openSsiWallet(await unwrap(row))
  }

  async function credentials(wallet: SsiWallet): Promise<Credential[]> {
    const row = await stored(wallet.commitment)
    return row?.copy === undefined ? [] : openHolderCopy(wallet, row.copy)
  }

  async function write(wallet: SsiWallet, all: readonly Credential[]): Promise<StoredWallet> {
    const row = await wrap(wallet)
    row.copy = all.length === 0 ? undefined : await sealHolderCopy(wallet, all)
    return row
  }

  return {
    async open() {
      const current = await chosen()
      const known = current === undefined ? undefined : await find(current)
      if (known !== undefined) return known
      const made = await createSsiWallet()
      const row = await write(made, [])
      let other: string | undefined
      // Two pages may open at once: the first one to write has made the wallet of both.
      await transact('readwrite', ({ wallets, choice }) => {
        const asked = choice.get('current') as IDBRequest<string | undefined>
        asked.onsuccess = () => {
          other = asked.result === current ? undefined : asked.result
          if (other !== undefined) return
          wallets.put(row)
          choice.put(row.commitment, 'current')
        }
        return undefined
      })
      return (other === undefined ? undefined : await find(other)) ?? made
    },
    find,
    async bring(wallet, brought) {
      const row = await write(wallet, brought)
      await transact('readwrite', ({ wallets, choice }) => {
        wallets.put(row)
        choice.put(row.commitment, 'current')
        return undefined
      })
    },
    async keep(wallet, credential) {
      const others = await credentials(wallet).catch(() => [])
      const all = [
        ...others.filter(({ credentialId }) => credentialId !== credential.credentialId),
        credential,
      ]
      const row = await write(wallet, all)
      await transact('readwrite', ({ wallets }) => {
        wallets.put(row)
        return undefined
      })
    },
    credentials,
    async current() {
      const commitment = await chosen()
      const wallet = commitment === undefined ? undefined : await find(commitment)
      return wallet && { wallet, credentials: await credentials(wallet).catch(() => []) }
    },
    async clear() {
      await transact('readwrite', ({ wallets, choice }) => {
        wallets.clear()
        choice.clear()
        return undefined
      })
    },
  }
}

async function wrap(wallet: SsiWallet): Promise<StoredWallet> {
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'AES-GCM', length: 256 }
  const wrapping = await subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(12))
  const key = new Uint8Array(wallet.privateKey)
  const wrapped = await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, key)
  return { commitment: wallet.commitment, wrapping, nonce, wrapped, copy: undefined }
}

async function unwrap({ wrapping, nonce, wrapped }: StoredWallet): Promise<Uint8Array> {
  try {
    const plain = await globalThis.crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, wrapping, wrapped)
    return new Uint8Array(plain)
  } catch (cause) {
    throw new DeviceError('device.storage', cause)
  }
}
