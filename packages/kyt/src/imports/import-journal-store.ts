import type { KytDb } from '../context.ts'
import type { KytTables } from '../tables.ts'

/** A version that is lower than every ledger version. */
export const neverChecked = -1

export type ImportRow = {
  id: number
  kind: string
  name: string
  fingerprint: string
  state: KytTables['kyt_import']['state']
  nextLine: number
  plan: Record<string, unknown>
  fresh: number
  rejected: number
}

const importColumns = [
  'id',
  'kind',
  'name',
  'fingerprint',
  'state',
  'next_line as nextLine',
  'plan',
  'fresh',
  'rejected',
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

/** Returns the imports in state 'staging', whether running or interrupted. */
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

/** Updates all values in one statement, so that a crash cannot leave them inconsistent. */
export async function updateStaging(
  db: KytDb,
  id: number,
  reached: {
    nextLine: number
    rejected: number
    plan: Record<string, unknown>
  },
): Promise<void> {
  await db
    .updateTable('kyt_import')
    .set({
      next_line: reached.nextLine,
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

/**
 * Assigns the journal to a ledger, unless it is already assigned to one. Returns the id of the ledger to
 * which the journal belongs.
 */
export async function claimLedger(db: KytDb, ledgerId: string): Promise<string> {
  await db
    .insertInto('kyt_ledger')
    .values({ ledger_id: ledgerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('kyt_ledger').select('ledger_id').executeTakeFirstOrThrow()
  return row.ledger_id
}

export type PastImport = { readonly kind: string; readonly name: string }

/**
 * Returns the distinct combinations of kind and name of all imports. Leaves out rejected imports, retractions
 * and imports from followed chains.
 */
export async function selectPastImports(db: KytDb): Promise<PastImport[]> {
  return await db
    .selectFrom('kyt_import')
    .select(['kind', 'name'])
    .distinct()
    .where('state', '<>', 'refused')
    .where('kind', 'not in', ['follow', 'retraction'])
    .orderBy('kind')
    .orderBy('name')
    .execute()
}

/** Returns the ids of all networks that have been followed. */
export async function selectFollowedNetworks(db: KytDb): Promise<number[]> {
  const rows = await db
    .selectFrom('kyt_followed_block')
    .select('network')
    .distinct()
    .orderBy('network')
    .execute()
  return rows.map(({ network }) => network)
}

/** Deletes all imports and followed blocks, and assigns the journal to the given ledger. */
export async function clearJournal(db: KytDb, ledgerId: string): Promise<void> {
  await db.deleteFrom('kyt_import').execute()
  await db.deleteFrom('kyt_label_source').execute()
  await db.deleteFrom('kyt_followed_block').execute()
  await db.deleteFrom('kyt_followed_head').execute()
  await db.deleteFrom('kyt_price_days').execute()
  // Updates this row instead of deleting it: if the policies' version restarted at 0, data cached under old
  // versions would become valid again.
  await db.updateTable('kyt_ledger').set({ ledger_id: ledgerId }).execute()
}

/**
 * Pauses all watches, including watches that are added later. Existing scores refer to a version of the old
 * ledger.
 */
export async function pauseWatches(db: KytDb): Promise<number> {
  // First updates the row that all score writers lock, so that concurrent scores are stored before the pause
  // or not at all.
  await db.updateTable('kyt_ledger').set({ watches_paused: true }).execute()
  const [paused] = await db
    .updateTable('kyt_watch')
    .set({ checked_version: neverChecked, claimed_until: null })
    .execute()
  return Number(paused?.numUpdatedRows ?? 0n)
}
