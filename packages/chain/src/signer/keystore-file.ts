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

/** The same cost as in geth: each guess of the password takes about one second and 256 MiB. */
const strongCost = 262_144
const blockSize = 8
const keyLength = 32

/**
 * Creates a key and stores it in a file that only the owner can read. The format is Web3 Secret Storage 3,
 * which geth, clef and web3signer can also read. Never overwrites a file. Returns the address of the key.
 */
export async function createKeystoreFile(options: {
  file: string
  password: string
  /** scrypt parameter N, a power of two. Lower values are for tests. */
  cost?: number
  /** Stores this key instead of creating a new one. */
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
    // Flush to disk, because tokens minted with the key could never be revoked if a power failure destroyed
    // the file.
    await handle.sync()
  } finally {
    await handle.close()
  }
  return address
}

export async function openKeystoreFile(options: { file: string; password: string }): Promise<ChainSigner> {
  const { file, password } = options
  const { mode } = await stat(file).catch(() => {
    throw problem('The keystore file does not exist.', 'Set the path of the keystore file.')
  })
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw problem('Other users can read the file.', 'Make the file readable only by its owner: chmod 600.')
  }
  const keystore = readKeystore(await readFile(file, 'utf8'))
  const derived = await deriveKey(keystore.crypto, password)
  try {
    return createKeySigner(Keystore.decrypt(keystore, bytesToHex(derived)))
  } catch {
    throw problem(
      'The password is wrong or the file is damaged.',
      'Enter the password that was used to create the file, or restore the file from a backup.',
    )
  }
}

function readKeystore(text: string): Keystore.Keystore {
  try {
    const keystore = JSON.parse(text) as Keystore.Keystore
    const { kdf, cipher } = keystore.crypto
    const known = (kdf === 'scrypt' || kdf === 'pbkdf2') && cipher === 'aes-128-ctr'
    if (keystore.version === 3 && known) return keystore
  } catch {
    // Reported below.
  }
  throw problem(
    'The file is not in Web3 Secret Storage 3 format.',
    'Create a keystore file or export one from your wallet.',
  )
}

type Derivation = Pick<Keystore.Keystore['crypto'], 'kdf' | 'kdfparams'>

async function deriveKey({ kdf, kdfparams }: Derivation, password: string): Promise<Uint8Array> {
  const salt = Buffer.from(kdfparams.salt, 'hex')
  try {
    if (kdf === 'scrypt' && 'n' in kdfparams) {
      const { n, r, p, dklen } = kdfparams
      // OpenSSL enforces RFC 7914's limit on the cost parameter n. Some wallets exceed this limit.
      if (n >= 2 ** (16 * r)) {
        const [key] = Keystore.scrypt({ password, salt: bytesToHex(salt), n, r, p })
        return hexToBytes(typeof key === 'function' ? key() : key)
      }
      // OpenSSL's default memory limit is too low for the usual parameters. The limit of 1 GiB protects
      // against malicious files.
      const maxmem = Math.min(2 ** 30, 128 * n * r + 128 * r * p + 2 ** 20)
      return await deriveScrypt(password, salt, dklen, { N: n, r, p, maxmem })
    }
    if ('c' in kdfparams) return await derivePbkdf2(password, salt, kdfparams.c, kdfparams.dklen, 'sha256')
  } catch {
    // Reported below.
  }
  throw problem("The file's key derivation parameters are invalid.", 'Restore the file from a backup.')
}

/** Draw again in the unlikely case that the key is zero or not below the group order. */
function freshKey(): `0x${string}` {
  for (;;) {
    const key = bytesToHex(randomBytes(32))
    try {
      privateKeyToAddress(key)
      return key
    } catch {
      // Draw again.
    }
  }
}

function problem(message: string, remedy: string): OperatorError {
  return new OperatorError({
    code: 'chain.keystore',
    message: `Can't use the chain signer's keystore file. ${message}`,
    remedy,
  })
}
