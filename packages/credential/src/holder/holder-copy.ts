import type { Credential } from '../leaf/credential.ts'
import { HolderError } from '../prove/holder-error.ts'
import { derive } from './derive.ts'
import { isCredential } from './is-credential.ts'
import { seal, unseal } from './seal.ts'
import type { SsiWallet } from './ssi-wallet.ts'

const label = 'touchstone holder copy 1'

/** Encrypts the holder's credentials with the wallet's key, for storage in a browser or elsewhere. */
export async function sealHolderCopy(
  wallet: Pick<SsiWallet, 'privateKey'>,
  credentials: readonly Credential[],
): Promise<Uint8Array<ArrayBuffer>> {
  const plain = new TextEncoder().encode(JSON.stringify(credentials))
  return seal(await derive(wallet.privateKey, 'copy 1'), label, plain)
}

export async function openHolderCopy(
  wallet: Pick<SsiWallet, 'privateKey'>,
  sealed: Uint8Array,
): Promise<Credential[]> {
  const plain = await unseal(await derive(wallet.privateKey, 'copy 1'), label, new Uint8Array(sealed))
  const credentials: unknown = plain && JSON.parse(new TextDecoder().decode(plain))
  if (Array.isArray(credentials) && credentials.every(isCredential)) return credentials
  throw new HolderError({
    code: 'holder.copy-unreadable',
    message: 'This wallet can’t decrypt the stored credentials.',
    remedy: 'Restore the wallet from its exported file, or request the credential again.',
  })
}
