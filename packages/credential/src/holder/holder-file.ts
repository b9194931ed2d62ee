import { scryptAsync } from '@noble/hashes/scrypt.js'
import type { Credential } from '../leaf/credential.ts'
import { HolderError } from '../prove/holder-error.ts'
import { isCredential } from './is-credential.ts'
import { seal, unseal } from './seal.ts'
import { openSsiWallet, type SsiWallet } from './ssi-wallet.ts'

const label = 'touchstone holder file 1'
const leastPassphrase = 10

/** Each guess at a passphrase costs 128 MiB of memory and, on a phone, about a second. */
const cost = { N: 2 ** 17, r: 8, p: 1 }

type HolderFile = {
  format: 'touchstone-holder'
  version: 1
  scrypt: { N: number; r: number; p: number; salt: string }
  sealed: string
}

/** Exports the wallet and its credentials to a passphrase-encrypted file, to move them to another device. */
export async function exportHolderFile(
  holder: { wallet: Pick<SsiWallet, 'privateKey'>; credentials: readonly Credential[] },
  passphrase: string,
): Promise<string> {
  if ([...passphrase].length < leastPassphrase) throw weak()
  const salt = globalThis.crypto.getRandomValues(new Uint8Array(16))
  const content = { privateKey: toBase64(holder.wallet.privateKey), credentials: holder.credentials }
  const plain = new TextEncoder().encode(JSON.stringify(content))
  const sealed = await seal(await stretch(passphrase, salt, cost), label, plain)
  const file: HolderFile = {
    format: 'touchstone-holder',
    version: 1,
    scrypt: { ...cost, salt: toBase64(salt) },
    sealed: toBase64(sealed),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

export async function importHolderFile(
  text: string,
  passphrase: string,
): Promise<{ wallet: SsiWallet; credentials: Credential[] }> {
  const file = read(text)
  const { salt, ...paid } = file.scrypt
  const key = await stretch(passphrase, fromBase64(salt), paid)
  const plain = await unseal(key, label, fromBase64(file.sealed))
  if (plain === undefined) throw wrong()
  const content = JSON.parse(new TextDecoder().decode(plain)) as { privateKey: string; credentials: unknown }
  const { privateKey, credentials } = content
  if (!Array.isArray(credentials) || !credentials.every(isCredential)) throw damaged()
  return { wallet: await openSsiWallet(fromBase64(privateKey)), credentials }
}

function read(text: string): HolderFile {
  try {
    const file = JSON.parse(text) as Partial<HolderFile> | null
    const { N = 0, r = 0, p = 0, salt } = file?.scrypt ?? {}
    // The highest cost that a file can request. It is higher than the current cost, but too low to freeze the
    // device.
    const payable =
      [N, r, p].every(Number.isInteger) && N >= cost.N && N <= 2 ** 20 && r === cost.r && p === cost.p
    const whole = typeof salt === 'string' && typeof file?.sealed === 'string'
    if (file?.format === 'touchstone-holder' && file.version === 1 && whole && payable)
      return file as HolderFile
  } catch (cause) {
    throw damaged(cause)
  }
  throw damaged()
}

function stretch(
  passphrase: string,
  salt: Uint8Array,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Uint8Array<ArrayBuffer>> {
  // Normalise the passphrase, because the same characters can have different code points on different
  // systems.
  const options = { N, r, p, dkLen: 32, maxmem: 2 ** 31 }
  return scryptAsync(new TextEncoder().encode(passphrase.normalize('NFKC')), salt, options).then(
    (key) => new Uint8Array(key),
  )
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch (cause) {
    throw damaged(cause)
  }
}

function weak(): HolderError {
  return new HolderError({
    code: 'holder.weak-passphrase',
    message: 'The passphrase is too short.',
    remedy: `Use at least ${leastPassphrase} characters, for example several words.`,
  })
}

function wrong(): HolderError {
  return new HolderError({
    code: 'holder.wrong-passphrase',
    message: 'The passphrase is wrong or the file is damaged.',
    remedy: 'Enter the passphrase again. If it is correct, use another copy of the file.',
    retryable: true,
  })
}

function damaged(cause?: unknown): HolderError {
  return new HolderError({
    code: 'holder.damaged-file',
    message: 'This file is not a complete wallet export.',
    remedy: 'Use another copy of the file.',
    cause,
  })
}
