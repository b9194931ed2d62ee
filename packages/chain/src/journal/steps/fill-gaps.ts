import { insertJob, lockQueue } from '../job-store.ts'
import { journalOf } from '../journal-of.ts'
import { jobsOfNonces, raiseNextNonce } from '../nonce-store.ts'
import type { QueueContext } from '../queue-context.ts'

export const gapKind = 'fill-gap'
const plainTransferGas = 21_000

/**
 * Fills nonces that the chain expects but that do not belong to any job, because the foreign transactions
 * that had used them were removed by a reorganisation or lost by a development chain. The transactions with
 * later nonces cannot be mined until each gap is filled. Fills a gap with an empty transfer to the signer's
 * own address.
 */
export async function fillGaps(context: QueueContext, chainNonce: number): Promise<number> {
  const { db, queue, now } = journalOf(context)
  const { address } = context.signer
  return await db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, queue)
    const next = await raiseNextNonce(transaction, queue, chainNonce)
    const span = next - chainNonce
    if (span === 0) return 0
    const held = new Set((await jobsOfNonces(transaction, queue, chainNonce, span)).map(({ nonce }) => nonce))
    let filled = 0
    for (let nonce = chainNonce; nonce < next; nonce++) {
      if (held.has(nonce)) continue
      const key = `${gapKind}:${queue.signer}:${nonce}:${now.getTime()}`
      // Rollups charge for L1 data in the form of gas, so the transfer needs more gas than it does on other
      // chains.
      const place = { nonce, gas: plainTransferGas * 10 }
      filled += await insertJob(
        transaction,
        queue,
        { key, kind: gapKind, to: address, data: '0x' },
        now,
        place,
      )
    }
    if (filled > 0) context.logger.warn({ chainId: context.chainId, nonces: filled }, 'filling unused nonces')
    return filled
  })
}
