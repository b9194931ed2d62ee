import {
  type Credential,
  createSsiWallet,
  openHolderCopy,
  openSsiWallet,
  type SsiWallet,
  sealHolderCopy,
} from '@touchstone/credential/holder'
import { DeviceError } from './device-error.ts'
import type { WalletRow, WalletRows } from './wallet-rows.ts'

export type HolderStore = {
  /** False if the browser does not let this page store data. The person must then save the wallet file. */
  lasting: boolean
  /** Returns the device's wallet, or creates one if there is none. */
  open(): Promise<SsiWallet>
  find(commitment: string): Promise<SsiWallet | undefined>
  /** Imports a wallet from its file and makes it the wallet in use. */
  importWallet(wallet: SsiWallet, credentials: readonly Credential[]): Promise<void>
  keep(wallet: SsiWallet, credential: Credential): Promise<void>
  credentials(wallet: SsiWallet): Promise<Credential[]>
  /** The wallet in use with its credentials, or undefined. */
  current(): Promise<{ wallet: SsiWallet; credentials: Credential[] } | undefined>
  /** Deletes every wallet. */
  clear(): Promise<void>
}

export function createHolderStore(rows: WalletRows): HolderStore {
  async function find(commitment: string): Promise<SsiWallet | undefined> {
    const row = await rows.get(commitment)
    return row && openSsiWallet(await unwrap(row))
  }

  async function credentials(wallet: SsiWallet): Promise<Credential[]> {
    const row = await rows.get(wallet.commitment)
    return row?.copy === undefined ? [] : openHolderCopy(wallet, row.copy)
  }

  return {
    lasting: rows.lasting,
    async open() {
      const current = await rows.inUse()
      const known = current === undefined ? undefined : await find(current)
      if (known !== undefined) return known
      const made = await createSsiWallet()
      // If two pages open at the same time, both use the wallet of the page that writes first.
      const used = await rows.use(await wrap(made, []), { of: current })
      return used === made.commitment ? made : ((await find(used)) ?? made)
    },
    find,
    async importWallet(wallet, brought) {
      await rows.use(await wrap(wallet, brought))
    },
    async keep(wallet, credential) {
      const others = await credentials(wallet).catch(() => [])
      const kept = others.filter(({ credentialId }) => credentialId !== credential.credentialId)
      await rows.put(await wrap(wallet, [...kept, credential]))
    },
    credentials,
    async current() {
      const commitment = await rows.inUse()
      const wallet = commitment === undefined ? undefined : await find(commitment)
      return wallet && { wallet, credentials: await credentials(wallet).catch(() => []) }
    },
    clear: () => rows.clear(),
  }
}

async function wrap(wallet: SsiWallet, credentials: readonly Credential[]): Promise<WalletRow> {
  const { subtle } = globalThis.crypto
  const wrapping = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const nonce = globalThis.crypto.getRandomValues(new Uint8Array(12))
  const key = new Uint8Array(wallet.privateKey)
  return {
    commitment: wallet.commitment,
    wrapping,
    nonce,
    wrapped: await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, key),
    copy: credentials.length === 0 ? undefined : await sealHolderCopy(wallet, credentials),
  }
}

async function unwrap({ wrapping, nonce, wrapped }: WalletRow): Promise<Uint8Array> {
  try {
    const plain = await globalThis.crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, wrapping, wrapped)
    return new Uint8Array(plain)
  } catch (cause) {
    throw new DeviceError('device.storage', cause)
  }
}
