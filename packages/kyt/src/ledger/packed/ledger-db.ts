import type { Kysely } from 'kysely'

/** The database that the ledger lies in: asked in the binary form, in a transaction or outside one. */
export type LedgerDb = Kysely<unknown>
