import type { KytDb } from '../context.ts'

/** The highest block of each network that something was imported of. */
export async function selectHeights(db: KytDb): Promise<{ network: number; newestBlock: number }[]> {
  const rows = await db
    .selectFrom('kyt_covered')
    .select((of) => ['network', of.fn.max('last_block').as('newestBlock')])
    .groupBy('network')
    .orderBy('network')
    .execute()
  return rows.map(({ network, newestBlock }) => ({ network, newestBlock: Number(newestBlock) }))
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
