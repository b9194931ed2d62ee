import type { KytDb } from '../context.ts'
import type { KytTables } from '../tables.ts'
import type { BlockRange } from './block-ranges.ts'

/** Before every version of a ledger. */
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

export type PastImport = { readonly kind: string; readonly name: string }

/** What was imported or begun, each once; what was refused, and what followed from a chain, is left out. */
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

/** The ids of networks that were followed. */
export async function selectFollowedNetworks(db: KytDb): Promise<number[]> {
  const rows = await db
    .selectFrom('kyt_followed_block')
    .select('network')
    .distinct()
    .orderBy('network')
    .execute()
  return rows.map(({ network }) => network)
}

/** Deletes every import, what they covered and the followed blocks; from now on the journal belongs to this ledger. */
export async function clearJournal(db: KytDb, ledgerId: string): Promise<void> {
  await db.deleteFrom('kyt_import').execute()
  await db.deleteFrom('kyt_covered').execute()
  await db.deleteFrom('kyt_label_source').execute()
  await db.deleteFrom('kyt_followed_block').execute()
  await db.deleteFrom('kyt_followed_head').execute()
  // The row stays: a version of the policies that began again at 0 would make valid what is cached under the old ones.
  await db.updateTable('kyt_ledger').set({ ledger_id: ledgerId }).execute()
}

/** Pauses all watches, also those that are added later. The version they were scored at is one of the old ledger. */
export async function pauseWatches(db: KytDb): Promise<number> {
  // First the row that others lock who write a score: what they write comes before this or not at all.
  await db.updateTable('kyt_ledger').set({ watches_paused: true }).execute()
  const [paused] = await db
    .updateTable('kyt_watch')
    .set({ checked_version: neverChecked, claimed_until: null })
    .execute()
  return Number(paused?.numUpdatedRows ?? 0n)
}
