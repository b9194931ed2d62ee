import { sql } from 'kysely'
import type { KytDb } from '../context.ts'
import type { KytTables } from '../tables.ts'

export type ImportRow = {
  id: number
  kind: string
  name: string
  fingerprint: string
  state: KytTables['kyt_import']['state']
  nextOffset: number
  nextLine: number
  stagedRows: number
  plan: Record<string, unknown>
  fresh: number
  rejected: number
}

export type BatchRow = {
  id: number
  importId: number
  kind: 'transfers' | 'retraction'
  state: 'staged' | 'ready' | 'applied'
  firstRow: number
  lastRow: number
  plan: Record<string, unknown>
}

const importColumns = [
  'id',
  'kind',
  'name',
  'fingerprint',
  'state',
  'next_offset as nextOffset',
  'next_line as nextLine',
  'staged_rows as stagedRows',
  'plan',
  'fresh',
  'rejected',
] as const

const batchColumns = [
  'id',
  'import_id as importId',
  'kind',
  'state',
  'first_row as firstRow',
  'last_row as lastRow',
  'plan',
] as const

export async function insertImport(
  db: KytDb,
  values: {
    kind: string
    name: string
    fingerprint: string
    startedAt: Date
    plan?: Record<string, unknown>
  },
): Promise<ImportRow> {
  return await db
    .insertInto('kyt_import')
    .values({
      kind: values.kind,
      name: values.name,
      fingerprint: values.fingerprint,
      state: 'staging',
      plan: JSON.stringify(values.plan ?? {}),
      started_at: values.startedAt,
      finished_at: null,
    })
    .returning(importColumns)
    .executeTakeFirstOrThrow()
}

/** Imports that are being staged, or were when they were cut short. */
export async function selectStagingImports(
  db: KytDb,
  of: { kind?: string; name?: string },
): Promise<ImportRow[]> {
  return await db
    .selectFrom('kyt_import')
    .select(importColumns)
    .where('state', '=', 'staging')
    .$if(of.kind !== undefined, (query) => query.where('kind', '=', of.kind ?? ''))
    .$if(of.name !== undefined, (query) => query.where('name', '=', of.name ?? ''))
    .orderBy('id', 'desc')
    .execute()
}

export async function selectImportsIn(db: KytDb, state: ImportRow['state']): Promise<ImportRow[]> {
  return await db
    .selectFrom('kyt_import')
    .select(importColumns)
    .where('state', '=', state)
    .orderBy('id')
    .execute()
}

export async function selectImport(db: KytDb, id: number): Promise<ImportRow> {
  return await db
    .selectFrom('kyt_import')
    .select(importColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** In one statement: a crash must not leave one of these behind the others. */
export async function updateStaging(
  db: KytDb,
  id: number,
  reached: {
    nextOffset: number
    nextLine: number
    stagedRows: number
    rejected: number
    plan: Record<string, unknown>
  },
): Promise<void> {
  await db
    .updateTable('kyt_import')
    .set({
      next_offset: reached.nextOffset,
      next_line: reached.nextLine,
      staged_rows: reached.stagedRows,
      rejected: reached.rejected,
      plan: JSON.stringify(reached.plan),
    })
    .where('id', '=', id)
    .execute()
}

export async function updateImport(
  db: KytDb,
  id: number,
  change: {
    state?: ImportRow['state']
    rows?: number
    fresh?: number
    rejected?: number
    finishedAt?: Date
    plan?: Record<string, unknown>
  },
): Promise<void> {
  await db
    .updateTable('kyt_import')
    .set({
      ...(change.state === undefined ? {} : { state: change.state }),
      ...(change.rows === undefined ? {} : { rows: change.rows }),
      ...(change.fresh === undefined ? {} : { fresh: change.fresh }),
      ...(change.rejected === undefined ? {} : { rejected: change.rejected }),
      ...(change.finishedAt === undefined ? {} : { finished_at: change.finishedAt }),
      ...(change.plan === undefined ? {} : { plan: JSON.stringify(change.plan) }),
    })
    .where('id', '=', id)
    .execute()
}

export async function insertBatches(
  db: KytDb,
  batches: readonly Pick<BatchRow, 'importId' | 'kind' | 'state' | 'firstRow' | 'lastRow' | 'plan'>[],
): Promise<void> {
  if (batches.length === 0) return
  await db
    .insertInto('kyt_batch')
    .values(
      batches.map((batch) => ({
        import_id: batch.importId,
        kind: batch.kind,
        state: batch.state,
        first_row: batch.firstRow,
        last_row: batch.lastRow,
        plan: JSON.stringify(batch.plan),
      })),
    )
    .execute()
}

/** The oldest batch that is not yet in the ledger; those of an import are put in in their order. */
export async function selectOpenBatch(db: KytDb, importId: number): Promise<BatchRow | undefined> {
  return await db
    .selectFrom('kyt_batch')
    .select(batchColumns)
    .where('import_id', '=', importId)
    .where('state', '<>', 'applied')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Batches of any import of which it is known what is to be put in, but not whether it all is. */
export async function selectReadyBatches(db: KytDb): Promise<BatchRow[]> {
  return await db
    .selectFrom('kyt_batch')
    .select(batchColumns)
    .where('state', '=', 'ready')
    .orderBy('id')
    .execute()
}

export async function updateBatchReady(
  db: KytDb,
  id: number,
  change: { fresh: number; plan: Record<string, unknown> },
): Promise<void> {
  await db
    .updateTable('kyt_batch')
    .set({ state: 'ready', fresh: change.fresh, plan: JSON.stringify(change.plan) })
    .where('id', '=', id)
    .execute()
}

export async function updateBatchApplied(db: KytDb, id: number): Promise<void> {
  const batch = await db
    .updateTable('kyt_batch')
    .set({ state: 'applied' })
    .where('id', '=', id)
    .where('state', '<>', 'applied')
    .returning(['import_id', 'fresh'])
    .executeTakeFirst()
  if (batch === undefined) return
  await db
    .updateTable('kyt_import')
    .set({ fresh: sql`fresh + ${batch.fresh}` })
    .where('id', '=', batch.import_id)
    .execute()
}

export type BlockRange = { readonly network: number; readonly first: number; readonly last: number }

/** Ranges of the ledger that have blocks in common with one of these. */
export async function selectCovered(db: KytDb, ranges: readonly BlockRange[]): Promise<BlockRange[]> {
  if (ranges.length === 0) return []
  return await db
    .selectFrom('kyt_covered')
    .select(['network', 'first_block as first', 'last_block as last'])
    .where((where) =>
      where.or(
        ranges.map((range) =>
          where.and([
            where('network', '=', range.network),
            where('first_block', '<=', range.last),
            where('last_block', '>=', range.first),
          ]),
        ),
      ),
    )
    .execute()
}

/** The newest block of a network that the ledger has been told of. */
export async function selectNewestBlock(db: KytDb, network: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('kyt_covered')
    .select((of) => of.fn.max('last_block').as('newest'))
    .where('network', '=', network)
    .executeTakeFirst()
  return row?.newest ?? undefined
}

/** Adds a range, joined with those that it touches: following a chain for years must not leave a row per block. */
export async function addCovered(db: KytDb, range: BlockRange): Promise<void> {
  const touching = await db
    .deleteFrom('kyt_covered')
    .where('network', '=', range.network)
    .where('first_block', '<=', range.last + 1)
    .where('last_block', '>=', range.first - 1)
    .returning(['first_block', 'last_block'])
    .execute()
  await db
    .insertInto('kyt_covered')
    .values({
      network: range.network,
      first_block: Math.min(range.first, ...touching.map((row) => row.first_block)),
      last_block: Math.max(range.last, ...touching.map((row) => row.last_block)),
    })
    .execute()
}

export async function bumpVersion(
  db: KytDb,
  which: 'ledger_version' | 'label_version' | 'price_version' | 'policy_version',
): Promise<void> {
  await db
    .updateTable('kyt_ledger')
    .set({ [which]: sql`${sql.ref(which)} + 1` })
    .execute()
}

export type Versions = {
  readonly ledger: number
  readonly labels: number
  readonly prices: number
  readonly policies: number
}

export async function selectVersions(db: KytDb): Promise<Versions | undefined> {
  return await db
    .selectFrom('kyt_ledger')
    .select([
      'ledger_version as ledger',
      'label_version as labels',
      'price_version as prices',
      'policy_version as policies',
    ])
    .executeTakeFirst()
}

/** Remembers which ledger this journal belongs to, or returns the one it already belongs to. */
export async function claimLedger(db: KytDb, ledgerId: string): Promise<string> {
  await db
    .insertInto('kyt_ledger')
    .values({ ledger_id: ledgerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('kyt_ledger').select('ledger_id').executeTakeFirstOrThrow()
  return row.ledger_id
}
