import { expect, test } from 'vitest'
import type { TransactionQueue } from '../journal/transaction-queue.ts'
import { checkApproval } from './check-approval.ts'

const address = `0x${'11'.repeat(20)}` as const

/** A chain whose final block is four blocks behind its head. */
function createChain() {
  const chain = { approved: false, hashes: ['0', '1', '2', '3', '4', '5'] }
  const queue = {
    client: { readContract: async () => chain.approved },
    look: async () => {
      const head = chain.hashes.length - 1
      return { head, headHash: chain.hashes[head], final: head - 4 }
    },
    hashOf: async (block: number) => chain.hashes[block],
  } as unknown as TransactionQueue
  type Seen = Awaited<ReturnType<typeof checkApproval>>['seen']
  const look = (seen?: Seen) =>
    checkApproval({ queue, verifier: address, cooperator: address, user: address, seen })
  const mine = (...hashes: string[]) => void chain.hashes.push(...hashes)
  return { chain, look, mine }
}

test('accepts an approval once the block in which it was first seen is final', async () => {
  const { chain, look, mine } = createChain()
  expect(await look()).toEqual({ settled: false, seen: undefined })
  chain.approved = true
  const first = await look()
  expect(first).toEqual({ settled: false, seen: { block: 5, hash: '5' } })
  mine('6', '7', '8')
  expect(await look(first.seen)).toEqual(first)
  mine('9')
  expect(await look(first.seen)).toEqual({ settled: true, seen: first.seen })
})

test('starts again if a reorganisation removes the approval or moves it to another block', async () => {
  const { chain, look, mine } = createChain()
  chain.approved = true
  const { seen } = await look()
  chain.hashes[5] = 'another 5'
  mine('6', '7', '8', '9')
  expect(await look(seen)).toEqual({ settled: false, seen: { block: 9, hash: '9' } })
  chain.approved = false
  expect(await look(seen)).toEqual({ settled: false, seen: undefined })
})
