import type { CopyConnection } from '@touchstone/storage'

export type LedgerVersion = { id: string; ledger: string; labels: string; prices: string }

/** Returns the identity and the versions of the ledger, or undefined if the database contains no ledger. */
export async function readLedgerVersion(connection: CopyConnection): Promise<LedgerVersion | undefined> {
  const [found] = await connection.query<{ exists: boolean }>(
    "select to_regclass('ledger.state') is not null as exists",
  )
  if (found?.exists !== true) return undefined
  const [row] = await connection.query<LedgerVersion>(
    `select id::text, ledger_version::text as ledger, labels_version::text as labels,
       prices_version::text as prices from ledger.state`,
  )
  return row
}

/** Returns the version of the PostgreSQL server. */
export async function readEngineVersion(connection: CopyConnection): Promise<string> {
  const [row] = await connection.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  return row?.version ?? 'unknown'
}

/** Waits until no transaction changes the ledger, and blocks changes until the transaction ends. */
export async function lockLedgerChanges(connection: CopyConnection): Promise<void> {
  await connection.query('begin')
  await connection.query("select pg_advisory_xact_lock(hashtextextended('touchstone:ledger', 0))")
}

/** Writes all changes to the files of an embedded store. */
export async function writeCheckpoint(connection: CopyConnection): Promise<void> {
  await connection.query('checkpoint')
}

export async function createScratch(connection: CopyConnection, name: string): Promise<void> {
  await connection.query(`create database ${name}`)
}

export async function dropScratch(connection: CopyConnection, name: string): Promise<void> {
  await connection.query(`drop database if exists ${name} with (force)`)
}
