import { type BinaryLike, pbkdf2, randomBytes, randomUUID, type ScryptOptions, scrypt } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { OperatorError } from '@touchstone/common'
import * as Keystore from 'ox/Keystore'
import { bytesToHex, hexToBytes } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { ChainSigner } from './chain-signer.ts'
import { createKeySigner } from './create-key-signer.ts'

const deriveScrypt = promisify<BinaryLike, BinaryLike, number, ScryptOptions, Buffer>(scrypt)
const derivePbkdf2 = promisify(pbkdf2)

/** As geth's own: about a second and 256 MiB for each guess. */
const strongCost = 262_144
const blockSize = 8
const keyLength = 32

/**
 * Makes a new key and keeps it in a file that only the owner may read, in the form of Web3 Secret Storage 3, which geth,
 * clef and web3signer read too. Never overwrites a file. Returns the address.
 */
export async function createKeystoreFile(options: {
  file: string
  password: string
  /** Of scrypt; a power of two. Less is for tests. */
  cost?: number
  /** Instead of a new one. */
  privateKey?: `0x${string}`
}): Promise<`0x${string}`> {
  const { file, password, cost = strongCost } = options
  const privateKey = options.privateKey ?? freshKey()
  const salt = randomBytes(32)
  const kdfparams = { dklen: keyLength, n: cost, p: 1, r: blockSize, salt: salt.toString('hex') }
  const derived = await deriveKey({ kdf: 'scrypt', kdfparams }, password)
  const keystore = Keystore.encrypt(privateKey, bytesToHex(derived), {
    kdf: 'scrypt',
    kdfparams,
    iv: new Uint8Array(randomBytes(16)),
    id: randomUUID(),
  })
  const address = privateKeyToAddress(privateKey)
  const text = JSON.stringify({ ...keystore, address: address.slice(2).toLowerCase() })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    // A token minted by a key that a power cut took away could never be revoked.
    await handle.sync()
  } finally {
    await handle.close()
  }
  return address
}

export async function openKeystoreFile(options: { file: string; password: string }): Promise<ChainSigner> {
  const { file, password } = options
  const { mode } = await stat(file).catch(() => {
    throw problem('There is no such file.', `Name the keystore file of the chain signer.`)
  })
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw problem('Others may read it.', 'Let only its owner read it: chmod 600.')
  }
  const keystore = readKeystore(await readFile(file, 'utf8'))
  const derived = await deriveKey(keystore.crypto, password)
  try {
    return createKeySigner(Keystore.decrypt(keystore, bytesToHex(derived)))
  } catch {
    throw problem('The password does not open it, or it is damaged.', 'Give the password it was made with.')
  }
}

function readKeystore(text: string): Keystore.Keystore {
  try {
    const keystore = JSON.parse(text) as Keystore.Keystore
    const { kdf, cipher } = keystore.crypto
    const known = (kdf === 'scrypt' || kdf === 'pbkdf2') && cipher === 'aes-128-ctr'
    if (keystore.version === 3 && known) return keystore
  } catch {
    // Told below.
  }
  throw problem('It is not of the form Web3 Secret Storage 3.', 'Make one, or export one from your wallet.')
}

type Derivation = Pick<Keystore.Keystore['crypto'], 'kdf' | 'kdfparams'>

async function deriveKey({ kdf, kdfparams }: Derivation, password: string): Promise<Uint8Array> {
  const salt = Buffer.from(kdfparams.salt, 'hex')
  try {
    if (kdf === 'scrypt' && 'n' in kdfparams) {
      const { n, r, p, dklen } = kdfparams
      // OpenSSL refuses what RFC 7914 does for so small a block, and what some wallets write all the same.
      if (n >= 2 ** (16 * r)) {
        const [key] = Keystore.scrypt({ password, salt: bytesToHex(salt), n, r, p })
        return hexToBytes(typeof key === 'function' ? key() : key)
      }
      // The library's default is less than the usual cost needs. A file can't ask for more than 1 GiB.
      const maxmem = Math.min(2 ** 30, 128 * n * r + 128 * r * p + 2 ** 20)
      return await deriveScrypt(password, salt, dklen, { N: n, r, p, maxmem })
    }
    if ('c' in kdfparams) return await derivePbkdf2(password, salt, kdfparams.c, kdfparams.dklen, 'sha256')
  } catch {
    // Told below.
  }
  throw problem('Its key derivation has values that are not possible.', 'Restore it from a backup.')
}

/** Zero and what is not below the group's order are no keys; drawing again is right, and never seen. */
function freshKey(): `0x${string}` {
  for (;;) {
    const key = bytesToHex(randomBytes(32))
    try {
      privateKeyToAddress(key)
      return key
    } catch {
      // Drawn again.
    }
  }
}

function problem(message: string, remedy: string): OperatorError {
  return new OperatorError({
    code: 'chain.keystore',
    message: `The keystore file of the chain signer can't be used. ${message}`,
    remedy,
  })
}
