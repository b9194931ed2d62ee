import type { TransactionQueue } from '../transaction-queue.ts'

/** Steps the queue until every job is final or has failed. A busy node can take a moment to mine. */
export async function settleQueue(queue: TransactionQueue, rounds = 500): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const moved = await queue.step()
    const { final: _, failed: __, ...open } = await queue.counts()
    if (Object.keys(open).length === 0) return
    if (moved === 0) await queue.pause()
    // Mine a block, because the test node mines only when it receives a transaction, whereas a real chain
    // keeps mining. We once saw a transaction stay pending under load after it had been waiting for an
    // earlier nonce.
    if (round % 100 === 99) await queue.client.request({ method: 'evm_mine' } as never)
  }
  throw new Error(`not settled: ${JSON.stringify(await queue.counts())}`)
}
