import type { KytDb } from '../context.ts'

export type Followed = {
  lastBlock: number
  /** The block's time on the chain. Null if the block was stored by a version that did not record it. */
  lastBlockAt: Date | null
  /**
   * The newest block that the node reported, and when it was reported. Null if only a range of blocks was
   * followed and the range is complete.
   */
  head: { block: number; askedAt: Date } | null
}

/** Returns each followed network's progress and the height of its chain. */
export async function selectFollowing(db: KytDb): Promise<Map<number, Followed>> {
  const rows = await db
    .selectFrom('kyt_followed_block')
    .leftJoin('kyt_followed_head', 'kyt_followed_head.network', 'kyt_followed_block.network')
    .distinctOn('kyt_followed_block.network')
    .select(['kyt_followed_block.network', 'number', 'made_at', 'head', 'asked_at'])
    .orderBy('kyt_followed_block.network')
    .orderBy('number', 'desc')
    .execute()
  return new Map(
    rows.map(({ network, number, made_at, head, asked_at }) => [
      network,
      {
        ...{ lastBlock: Number(number), lastBlockAt: made_at },
        head: head === null || asked_at === null ? null : { block: Number(head), askedAt: asked_at },
      },
    ]),
  )
}

/** Returns when transfers were last added, and the number of unfinished imports. */
export async function selectImportState(db: KytDb): Promise<{ lastAt: Date | null; running: number }> {
  const row = await db
    .selectFrom('kyt_import')
    .select((of) => [
      of.fn.max('finished_at').filterWhere('kind', 'not in', ['labels', 'prices']).as('lastAt'),
      of.fn.countAll<number>().filterWhere('state', 'in', ['staging', 'applying']).as('running'),
    ])
    .executeTakeFirstOrThrow()
  return { lastAt: row.lastAt, running: Number(row.running) }
}
