import type { KytDb } from '../context.ts'
import type { KnownBlock } from './rpc/follow-chain.ts'

/** Maximum depth of a reorganization that can be retracted. */
const blocksKept = 1000

export async function selectFollowed(db: KytDb, network: number): Promise<KnownBlock[]> {
  return await db
    .selectFrom('kyt_followed_block')
    .select(['number', 'hash'])
    .where('network', '=', network)
    .orderBy('number', 'desc')
    .execute()
}

export async function insertFollowed(
  db: KytDb,
  network: number,
  blocks: readonly (KnownBlock & { time: number })[],
): Promise<void> {
  const newest = blocks.slice(-blocksKept)
  if (newest.length === 0) return
  await db
    .insertInto('kyt_followed_block')
    .values(
      newest.map(({ number, hash, time }) => ({ network, number, hash, made_at: new Date(time * 1000) })),
    )
    .onConflict((conflict) =>
      conflict.columns(['network', 'number']).doUpdateSet((row) => ({
        ...{ hash: row.ref('excluded.hash'), made_at: row.ref('excluded.made_at') },
      })),
    )
    .execute()
  const last = newest.at(-1)?.number ?? 0
  await db
    .deleteFrom('kyt_followed_block')
    .where('network', '=', network)
    .where('number', '<=', last - blocksKept)
    .execute()
}

export async function deleteFollowedAbove(db: KytDb, network: number, block: number): Promise<void> {
  await db
    .deleteFrom('kyt_followed_block')
    .where('network', '=', network)
    .where('number', '>', block)
    .execute()
}

/** Stores the newest block number that the network's node reported. */
export async function upsertHead(
  db: KytDb,
  { network, head, at }: { network: number; head: number; at: Date },
): Promise<void> {
  await db
    .insertInto('kyt_followed_head')
    .values({ network, head, asked_at: at })
    .onConflict((conflict) => conflict.column('network').doUpdateSet({ head, asked_at: at }))
    .execute()
}

/**
 * Deletes a network's head. Keeps the followed blocks, so that following can resume after the last followed
 * block.
 */
export async function deleteHead(db: KytDb, network: number): Promise<void> {
  await db.deleteFrom('kyt_followed_head').where('network', '=', network).execute()
}
