import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import type { UnsignedTransaction } from './chain-signer.ts'
import { createKeySigner } from './create-key-signer.ts'
import { createRemoteSigner } from './create-remote-signer.ts'
import { createKeystoreFile, openKeystoreFile } from './keystore-file.ts'

// Private key of the first default account of every development node. The key is public.
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const folder = mkdtempSync(join(tmpdir(), 'touchstone-signer-'))
afterAll(() => rmSync(folder, { recursive: true }))

const transaction: UnsignedTransaction = {
  chainId: 137,
  nonce: 7,
  to: '0x000000000000000000000000000000000000dEaD',
  data: '0x1234',
  value: 5n,
  gas: 100_000n,
  fees: { form: 'eip1559', maxFeePerGas: 30n, maxPriorityFeePerGas: 2n },
}

describe('Private key signer', () => {
  it('signs both fee formats deterministically', async () => {
    const signer = createKeySigner(key)
    expect(signer.address).toBe(address)
    for (const fees of [transaction.fees, { form: 'legacy', gasPrice: 9n } as const]) {
      const signed = await signer.sign({ ...transaction, fees })
      expect(await signer.sign({ ...transaction, fees })).toEqual(signed)
      expect(signed.hash).toBe(keccak256(signed.raw))
      const read = parseTransaction(signed.raw)
      expect(read).toMatchObject({ chainId: 137, nonce: 7, value: 5n, gas: 100_000n, data: '0x1234' })
      const from = await recoverTransactionAddress({
        serializedTransaction: signed.raw as TransactionSerialized,
      })
      expect(from).toBe(address)
    }
  })

  it('never exposes the key', async () => {
    const signer = createKeySigner(key.slice(2))
    const shown = [
      inspect(signer, { depth: 10, showHidden: true }),
      String(signer),
      JSON.stringify(signer),
      JSON.stringify({ ...signer }),
      inspect(Object.getOwnPropertyDescriptors(signer), { depth: 10 }),
    ].join('\n')
    expect(shown).toContain(address)
    expect(shown.toLowerCase()).not.toContain(key.slice(2, 20))
  })

  it.each([
    ['too short', key.slice(0, 40)],
    ['no hex', `0x${'zz'.repeat(32)}`],
    ['zero', `0x${'00'.repeat(32)}`],
    ['too large', `0x${'ff'.repeat(32)}`],
  ])('rejects an invalid key (%s) without quoting it', (_, bad) => {
    let error: unknown
    try {
      createKeySigner(bad)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toMatchObject({ code: 'chain.key' })
    expect(inspect(error, { depth: 10 })).not.toContain(bad.slice(2, 20))
  })
})

describe('Keystore file', () => {
  it('stores a new key in a file that only the owner can read, and opens the file with the password', async () => {
    const file = join(folder, 'new.json')
    const made = await createKeystoreFile({ file, password: 'correct horse', cost: 1024 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const opened = await openKeystoreFile({ file, password: 'correct horse' })
    expect(opened.address).toBe(made)
    await expect(createKeystoreFile({ file, password: 'x', cost: 1024 })).rejects.toThrow('EEXIST')
    expect((await openKeystoreFile({ file, password: 'correct horse' })).address).toBe(made)
  })

  it('contains the key only in encrypted form', async () => {
    const file = join(folder, 'known.json')
    await createKeystoreFile({ file, password: 'pass', cost: 1024, privateKey: key })
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(key.slice(2))
    expect(JSON.parse(text)).toMatchObject({
      version: 3,
      address: address.slice(2).toLowerCase(),
      crypto: { cipher: 'aes-128-ctr', kdf: 'scrypt', kdfparams: { dklen: 32, n: 1024, r: 8, p: 1 } },
    })
  })

  /** Test vectors from the Web3 Secret Storage specification. The password is "testpassword". */
  const secret = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
  const vectors = {
    pbkdf2: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
      ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
      kdf: 'pbkdf2',
      kdfparams: {
        c: 262_144,
        dklen: 32,
        prf: 'hmac-sha256',
        salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
      },
      mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
    },
    scrypt: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
      ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
      kdf: 'scrypt',
      kdfparams: {
        dklen: 32,
        n: 262_144,
        p: 8,
        r: 1,
        salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
      },
      mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
    },
  }
  it.each(['pbkdf2', 'scrypt'] as const)('reads keystore files from other tools (%s)', async (kdf) => {
    const file = join(folder, `${kdf}.json`)
    writeFileSync(file, JSON.stringify({ crypto: vectors[kdf], version: 3, id: 'x' }), { mode: 0o600 })
    const signer = await openKeystoreFile({ file, password: 'testpassword' })
    expect(signer.address).toBe(privateKeyToAccount(`0x${secret}`).address)
  })

  it('rejects a file that other users can read, that is damaged, or that has a different password', async () => {
    const file = join(folder, 'refused.json')
    await createKeystoreFile({ file, password: 'hush-hush', cost: 1024, privateKey: key })
    const refusal = async () => {
      const error = await openKeystoreFile({ file, password: 'not-the-one' }).catch((thrown: Error) => thrown)
      expect(inspect(error, { depth: 10 })).not.toMatch(/not-the-one|hush-hush/)
      return (error as Error).message
    }
    expect(await refusal()).toContain('password is wrong')
    writeFileSync(join(folder, 'open.json'), readFileSync(file), { mode: 0o644 })
    await expect(
      openKeystoreFile({ file: join(folder, 'open.json'), password: 'hush-hush' }),
    ).rejects.toThrow('Other users can read the file')
    writeFileSync(file, '{}')
    expect(await refusal()).toContain('Web3 Secret Storage 3')
    await expect(openKeystoreFile({ file: join(folder, 'none'), password: '' })).rejects.toMatchObject({
      code: 'chain.keystore',
    })
  })
})

describe('Remote signer', () => {
  type RpcRequest = { method: string; params: [Record<string, Hex>] }

  /** A remote signer that behaves like web3signer unless a test changes it. */
  function createRemote(
    change: (request: TransactionSerializable) => TransactionSerializable,
    by: Hex = key,
  ) {
    const requests: RpcRequest[] = []
    const fetching: typeof fetch = async (_, init) => {
      const question = JSON.parse(String(init?.body)) as RpcRequest & { id: number }
      requests.push(question)
      const [fields] = question.params
      const request = change({
        type: fields.gasPrice ? 'legacy' : 'eip1559',
        chainId: Number(fields.chainId),
        nonce: Number(fields.nonce),
        to: fields.to,
        data: fields.data,
        value: BigInt(fields.value ?? '0x0'),
        gas: BigInt(fields.gas ?? '0x0'),
        ...(fields.gasPrice
          ? { gasPrice: BigInt(fields.gasPrice) }
          : {
              maxFeePerGas: BigInt(fields.maxFeePerGas ?? '0x0'),
              maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas ?? '0x0'),
            }),
      } as TransactionSerializable)
      const raw = await privateKeyToAccount(by).signTransaction(request, { serializer: serializeTransaction })
      return Response.json({ jsonrpc: '2.0', id: question.id, result: raw })
    }
    return {
      requests,
      signer: createRemoteSigner({ url: 'https://signer.example', address, fetch: fetching }),
    }
  }

  it.each([
    ['EIP-1559', transaction],
    ['legacy', { ...transaction, fees: { form: 'legacy', gasPrice: 3n } } as UnsignedTransaction],
    ['a contract', { ...transaction, to: null } as UnsignedTransaction],
  ])('returns the same signature as a local key (%s)', async (_, request) => {
    const { signer, requests } = createRemote((same) => same)
    expect(await signer.sign(request)).toEqual(await createKeySigner(key).sign(request))
    expect(requests[0]).toMatchObject({
      method: 'eth_signTransaction',
      params: [{ from: address, nonce: '0x7' }],
    })
  })

  it.each<[string, (request: TransactionSerializable) => TransactionSerializable]>([
    ['receiver', (same) => ({ ...same, to: '0x0000000000000000000000000000000000000001' })],
    ['value', (same) => ({ ...same, value: 6n })],
    ['data', (same) => ({ ...same, data: '0x1235' })],
    ['nonce', (same) => ({ ...same, nonce: 8 })],
    ['chain', (same) => ({ ...same, chainId: 1 })],
    ['gas', (same) => ({ ...same, gas: 100_001n })],
    ['fee', (same) => ({ ...same, maxFeePerGas: 31n }) as TransactionSerializable],
    ['tip', (same) => ({ ...same, maxPriorityFeePerGas: 3n }) as TransactionSerializable],
    [
      'type',
      ({ to, nonce, gas, chainId }) =>
        ({ type: 'legacy', to, nonce, gas, chainId, gasPrice: 30n }) as TransactionSerializable,
    ],
  ])('rejects a transaction in which the remote signer changed the %s', async (what, change) => {
    const { signer } = createRemote(change)
    await expect(signer.sign(transaction)).rejects.toMatchObject({
      code: 'chain.signer-differs',
      message: expect.stringContaining(`(${what})`),
    })
  })

  it('rejects a signature made with another key', async () => {
    const { signer } = createRemote((same) => same, `0x${'22'.repeat(32)}`)
    await expect(signer.sign(transaction)).rejects.toMatchObject({
      message: expect.stringContaining('(sender)'),
    })
  })

  it("does not expose the remote signer's URL when the signer is down", async () => {
    const url = 'https://user:password1@signer.example/secretpath'
    const fetching: typeof fetch = async () => {
      throw new Error('down')
    }
    const error = await createRemoteSigner({ url, address, fetch: fetching })
      .sign(transaction)
      .catch((thrown: Error) => thrown)
    expect(error).toMatchObject({ code: 'chain.signer-unreachable' })
    expect(inspect(error, { depth: 10 })).not.toMatch(/password1|secretpath/)
  })
})
