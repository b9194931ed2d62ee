import type { KytDb } from '../context.ts'

/** The highest block of each network that something was imported of. */
export async function selectHeights(db: KytDb): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('kyt_covered')
    .select((of) => ['network', of.fn.max('last_block').as('newestBlock')])
    .groupBy('network')
    .execute()
  return new Map(rows.map(({ network, newestBlock }) => [network, Number(newestBlock)]))
}

export type Followed = {
  lastBlock: number
  /** When it was made, as its chain says. Null: it was taken by a version that did not store it. */
  lastBlockAt: Date | null
  /** What the node named last as its newest block, and when. Null: only a part was followed, and it is done. */
  head: { block: number; askedAt: Date } | null
}

/** How far each followed network has come, and how far its chain is. */
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

/** When transfers were last added, and imports that are not done. */
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

/** Alerts that wait to be delivered, and those that nobody accepted. */
export async function countAlerts(db: KytDb): Promise<{ pending: number; dead: number }> {
  const row = await db
    .selectFrom('kyt_alert')
    .select((of) => [
      of.fn.countAll<number>().filterWhere('state', '=', 'pending').as('pending'),
      of.fn.countAll<number>().filterWhere('state', '=', 'dead').as('dead'),
    ])
    .executeTakeFirstOrThrow()
  return { pending: Number(row.pending), dead: Number(row.dead) }
}
