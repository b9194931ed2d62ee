import { ledgerMigrations } from '@touchstone/kyt'
import type { MigrationFacts, Migrations, MigrationWork } from '@touchstone/storage'
import { allMigrations } from '../open-runtime.ts'
import type { StoreFacts, TableFacts } from './upgrade-store.ts'

export type PlannedMigration = {
  name: string
  kind: MigrationFacts['kind']
  /** Existing tables whose rows it reads or writes, with their estimated numbers of rows. */
  tables: { table: string; how: MigrationWork['how']; rows: number }[]
  seconds: number
}

export type UpgradePlan = {
  /** `newer`: the store was migrated by a newer version, which this version cannot replace. */
  state: 'current' | 'pending' | 'newer'
  migrations: PlannedMigration[]
  /** Migrations of a newer version that do not affect this one. */
  newerMigrations: string[]
  /** Whether all nodes must be stopped before the first new one starts. */
  nodesMustStop: boolean
  /** Estimated duration. Meanwhile, changes of the named tables wait. */
  seconds: number
  /** Estimated additional space in the database, until it is vacuumed. */
  bytes: number
}

/**
 * Assumed rows per second on one core, for rows of some hundred bytes. They are deliberately low and were not
 * measured.
 */
const rowsPerSecond: Readonly<Record<StoreFacts['engine'], Readonly<Record<MigrationWork['how'], number>>>> =
  {
    server: { scan: 1_000_000, index: 250_000, rewrite: 50_000 },
    embedded: { scan: 400_000, index: 100_000, rewrite: 15_000 },
  }
/** What each migration takes on an empty store. */
const leastSeconds = 0.05

/** Returns what the migrations of this version would do with a store. */
export function planUpgrade(store: StoreFacts): UpgradePlan {
  const tables = new Map(store.tables.map((each) => [each.table, each]))
  const known: Migrations = allMigrations
  const main = compare(store.migrations, Object.keys(known))
  const ledger = compare(store.ledgerMigrations ?? [], Object.keys(ledgerMigrations))
  const pending = [
    ...main.pending.map((name) => plan(name, known[name]?.facts, tables, store.engine)),
    ...(store.ledgerMigrations === undefined ? [] : ledger.pending).map((name) =>
      plan(name, ledgerMigrations[name]?.facts, tables, store.engine),
    ),
  ]
  const newer = [...main.unknown, ...ledger.unknown]
  const isOpenable = newer.every((name) => store.expanding.includes(name))
  // A new store has no nodes that could be stopped.
  const isNew = store.migrations.length === 0
  return {
    state: !isOpenable ? 'newer' : pending.length > 0 ? 'pending' : 'current',
    migrations: pending,
    newerMigrations: newer,
    nodesMustStop: !isNew && pending.some(({ kind }) => kind === 'contract'),
    seconds: Math.ceil(pending.reduce((sum, { seconds }) => sum + seconds, 0)),
    bytes: Math.ceil(
      pending.flatMap((each) => each.tables).reduce((sum, each) => sum + spaceOf(each, tables), 0),
    ),
  }
}

function compare(executed: readonly string[], known: readonly string[]) {
  return {
    pending: known.filter((name) => !executed.includes(name)).sort(),
    unknown: executed.filter((name) => !known.includes(name)),
  }
}

function plan(
  name: string,
  facts: MigrationFacts | undefined,
  tables: ReadonlyMap<string, TableFacts>,
  engine: StoreFacts['engine'],
): PlannedMigration {
  const work = (facts?.work ?? []).flatMap(({ table, how }) => {
    const found = tables.get(table)
    return found === undefined ? [] : [{ table, how, rows: Math.round(found.rows) }]
  })
  const seconds = work.reduce((sum, { how, rows }) => sum + rows / rowsPerSecond[engine][how], leastSeconds)
  return { name, kind: facts?.kind ?? 'contract', tables: work, seconds: Math.round(seconds * 100) / 100 }
}

/** A rewritten row exists twice until the table is vacuumed. An index takes a fraction of its table. */
function spaceOf(
  { table, how }: PlannedMigration['tables'][number],
  tables: ReadonlyMap<string, TableFacts>,
): number {
  const bytes = tables.get(table)?.bytes ?? 0
  return how === 'rewrite' ? bytes * 1.5 : how === 'index' ? bytes * 0.3 : 0
}
