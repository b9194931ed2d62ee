import { contractCalls } from '@touchstone/chain'
import { createPublicClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type BenchChain, chainId, freshMint } from './open-chain.ts'

const parallel = 8

/**
 * Mints tokens with as few calls as possible and without a journal, so pending mints are lost if the process
 * ends. Estimates the gas of all mints, then signs and sends them all, and then waits for all receipts. Returns
 * the duration in milliseconds.
 */
export async function mintStraight(chain: BenchChain, url: string, mints: number): Promise<number> {
  const account = privateKeyToAccount(chain.privateKey)
  const client = createPublicClient({ transport: http(url), cacheTime: 0 })
  const calls = Array.from({ length: mints }, () => {
    const { to: holder, validUntil, ...rest } = freshMint()
    return contractCalls.mint(chain.sbt, {
      ...rest,
      holder,
      validUntil: BigInt(validUntil),
      mintId: rest.person,
    })
  })
  const start = performance.now()
  const first = await client.getTransactionCount({ address: account.address })
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas({ chain: null })
  const gas = await forEach(calls, (call) => client.estimateGas({ account: account.address, ...call }))
  const hashes = await forEach(calls, async (call, index) => {
    const serializedTransaction = await account.signTransaction({
      ...call,
      chainId,
      nonce: first + index,
      gas: ((gas[index] ?? 0n) * 5n) / 4n,
      maxFeePerGas,
      maxPriorityFeePerGas,
    })
    return await client.sendRawTransaction({ serializedTransaction })
  })
  await forEach(hashes, (hash) => succeeded(client, hash))
  return performance.now() - start
}

async function succeeded(client: ReturnType<typeof createPublicClient>, hash: Hex): Promise<void> {
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    if (receipt?.status === 'success') return
    if (receipt) throw new Error('a mint failed')
  }
}

async function forEach<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const walk = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item, index)
    }
  }
  await Promise.all(Array.from({ length: parallel }, walk))
  return results
}
