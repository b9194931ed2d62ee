import { recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { bytesToHex, hexToBytes } from 'viem/utils'
import { beforeAll, expect, test } from 'vitest'
import { commitmentOf } from '../leaf/poseidon.ts'
import { HolderError } from '../prove/holder-error.ts'
import { makeSampleCredential } from '../testing/sample.ts'
import { openHolderCopy, sealHolderCopy } from './holder-copy.ts'
import { exportHolderFile, importHolderFile } from './holder-file.ts'
import { createSsiWallet, openSsiWallet, type SsiWallet } from './ssi-wallet.ts'

const passphrase = 'correct horse battery Ångström'
const credentials = [makeSampleCredential()]
let wallet: SsiWallet
let file: string

beforeAll(async () => {
  wallet = await createSsiWallet()
  file = await exportHolderFile({ wallet, credentials }, passphrase)
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HolderError ? error.code : error),
  )

test("derives the wallet's address from its key and recovers the address from signatures", async () => {
  // The first account of every development node.
  const known = hexToBytes('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  const { address } = await openSsiWallet(known)
  expect(address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  const signature = await privateKeyToAccount(bytesToHex(wallet.privateKey)).signMessage({ message: 'login' })
  expect(await recoverMessageAddress({ message: 'login', signature })).toBe(wallet.address)
  expect(await codeOf(openSsiWallet(new Uint8Array(32)))).toBe('holder.bad-key')
})

test('derives the same secret from the same key and a different secret from another key', async () => {
  expect(await openSsiWallet(wallet.privateKey)).toEqual(wallet)
  expect((await createSsiWallet()).secret).not.toBe(wallet.secret)
  expect(wallet.secret < 2n ** 248n && wallet.secret > 2n ** 200n).toBe(true)
  expect(wallet.commitment).toBe(String(commitmentOf(wallet.secret)))
})

test("opens the holder's copy only with the right wallet and only if the copy is unchanged", async () => {
  const sealed = await sealHolderCopy(wallet, credentials)
  expect(await openHolderCopy(wallet, sealed)).toEqual(credentials)
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('20000229')
  expect(await sealHolderCopy(wallet, credentials)).not.toEqual(sealed)
  const unreadable = 'holder.copy-unreadable'
  expect(await codeOf(openHolderCopy(await createSsiWallet(), sealed))).toBe(unreadable)
  for (const at of [0, 20, sealed.length - 1]) {
    const damaged = sealed.with(at, (sealed[at] ?? 0) ^ 1)
    expect(await codeOf(openHolderCopy(wallet, damaged))).toBe(unreadable)
  }
  expect(await codeOf(openHolderCopy(wallet, sealed.subarray(0, 8)))).toBe(unreadable)
})

test('restores the wallet and credentials from an exported file with any Unicode form of the passphrase', async () => {
  const back = await importHolderFile(file, passphrase.normalize('NFD'))
  expect(back).toEqual({ wallet, credentials })
})

test('reports the same error for a wrong passphrase and a damaged file', async () => {
  expect(await codeOf(importHolderFile(file, `${passphrase}!`))).toBe('holder.wrong-passphrase')
  const parts = JSON.parse(file) as { scrypt: { N: number }; sealed: string }
  const other = (change: object) => JSON.stringify({ ...parts, ...change })
  for (const damaged of [
    '',
    'null',
    '[]',
    file.slice(0, 100),
    other({ version: 2 }),
    other({ sealed: 5 }),
    other({ scrypt: { ...parts.scrypt, N: 2 ** 30 } }),
    other({ scrypt: { ...parts.scrypt, N: 2 ** 10 } }),
    other({ scrypt: null }),
  ]) {
    expect(await codeOf(importHolderFile(damaged, passphrase))).toBe('holder.damaged-file')
  }
})

test("reveals none of the file's content, makes each guess cost 128 MiB, and rejects short passphrases", async () => {
  expect(JSON.parse(file)).toMatchObject({ scrypt: { N: 2 ** 17, r: 8, p: 1 } })
  for (const part of ['birthDate', '20000229', wallet.address.slice(2)]) expect(file).not.toContain(part)
  expect(await codeOf(exportHolderFile({ wallet, credentials }, 'short'))).toBe('holder.weak-passphrase')
})
