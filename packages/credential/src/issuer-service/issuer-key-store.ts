import type { Database } from '@touchstone/storage'
import { type Generated, type Kysely, sql } from 'kysely'

export type IssuerKeyTables = {
  credential_issuer_key: {
    id: string
    public_x: string
    public_y: string
    sealed: Uint8Array
    created_at: Date
    retired_at: Date | null
    accepted_until: number
    announced: Generated<boolean>
  }
}

export type IssuerDb = Kysely<IssuerKeyTables>

export type IssuerKeyRow = {
  id: string
  publicKey: readonly [string, string]
  sealed: Uint8Array
  createdAt: Date
  retiredAt: Date | null
  acceptedUntil: number
  /** Set for a key that can be registered in contracts but does not sign yet. */
  announced: boolean
}

export const issuerTablesOf = (database: Database): IssuerDb => database.tables<IssuerKeyTables>()

/** Returns the keys, newest first. */
export async function selectIssuerKeys(db: IssuerDb): Promise<IssuerKeyRow[]> {
  const rows = await db
    .selectFrom('credential_issuer_key')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    publicKey: [row.public_x, row.public_y],
    sealed: row.sealed,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
    acceptedUntil: row.accepted_until,
    announced: row.announced,
  }))
}

/** Locks the issuer keys, so that only one node at a time can change them. */
export async function lockIssuerKeys(db: IssuerDb): Promise<void> {
  await sql`lock table credential_issuer_key in exclusive mode`.execute(db)
}

/** Makes the announced key the signing key and retires the previous one. */
export async function replaceSigningKey(db: IssuerDb, at: Date): Promise<void> {
  await db
    .updateTable('credential_issuer_key')
    .set({ retired_at: at })
    .where('retired_at', 'is', null)
    .where('announced', '=', false)
    .execute()
  await db
    .updateTable('credential_issuer_key')
    .set({ announced: false })
    .where('announced', '=', true)
    .execute()
}

export async function insertIssuerKey(
  db: IssuerDb,
  key: {
    id: string
    publicKey: readonly [string, string]
    sealed: Buffer
    createdAt: Date
    announced: boolean
  },
): Promise<void> {
  await db
    .insertInto('credential_issuer_key')
    .values({
      id: key.id,
      public_x: key.publicKey[0],
      public_y: key.publicKey[1],
      sealed: key.sealed,
      created_at: key.createdAt,
      accepted_until: 0,
      announced: key.announced,
    })
    .execute()
}

/**
 * Returns false if the key has been retired in the meantime. In that case, the new credential must not be
 * returned.
 */
export async function extendAcceptance(db: IssuerDb, id: string, day: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credential_issuer_key')
    .set({ accepted_until: sql<number>`greatest(accepted_until, ${day})` })
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
