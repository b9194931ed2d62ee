import { contractCalls } from '@touchstone/chain'
import { createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { type BenchChain, freshMint } from './open-chain.ts'

const parallel = 8

/** The same mints without a journal: what is under way when the process ends is forgotten. Returns the milliseconds. */
export async function mintStraight(chain: BenchChain, url: string, mints: number): Promise<number> {
  const account = privateKeyToAccount(chain.privateKey)
  const transport = http(url)
  const reader = createPublicClient({ chain: foundry, transport, cacheTime: 0 })
  const wallet = createWalletClient({ chain: foundry, transport, account })
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
  const first = await reader.getTransactionCount({ address: account.address })
  const { maxFeePerGas, maxPriorityFeePerGas } = await reader.estimateFeesPerGas()
  const hashes: Hex[] = []
  let next = 0
  const send = async () => {
    for (let index = next++; index < calls.length; index = next++) {
      const call = calls[index]
      if (!call) return
      const gas = await reader.estimateGas({ account: account.address, ...call })
      hashes[index] = await wallet.sendTransaction({
        ...call,
        nonce: first + index,
        gas: (gas * 5n) / 4n,
        maxFeePerGas,
        maxPriorityFeePerGas,
      })
    }
  }
  await Promise.all(Array.from({ length: parallel }, send))
  let checked = 0
  const check = async () => {
    for (let index = checked++; index < hashes.length; index = checked++) {
      const { status } = await reader.waitForTransactionReceipt({
        hash: hashes[index] ?? '0x',
        pollingInterval: 20,
      })
      if (status !== 'success') throw new Error('a mint failed')
    }
  }
  await Promise.all(Array.from({ length: parallel }, check))
  return performance.now() - start
}
