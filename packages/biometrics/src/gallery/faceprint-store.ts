import { type Kysely, sql, type Transaction } from 'kysely'
import type { WrappedKey } from '../vault/key-source.ts'
import type { FaceprintPurpose, GalleryTables } from './tables.ts'

export type GalleryDb = Kysely<GalleryTables> | Transaction<GalleryTables>
export type StoredKey = WrappedKey & { id: number }
export type SealedFaceprint = {
  id: number
  person: string
  model: string
  keyId: number
  sealed: Uint8Array
  /** When the faceprint of an erased person or a refused face expires. */
  keptUntil?: number | undefined
}
/** A change to the gallery: an enrolled faceprint, or a deletion if `faceprint` is absent. */
export type FaceprintChange = { change: number; id: number; faceprint?: SealedFaceprint }

/** Locks the gallery against changes until the transaction ends. Returns the number of the last change. */
export async function takeTurn(db: Transaction<GalleryTables>): Promise<number> {
  const { change } = await db
    .selectFrom('faceprint_state')
    .select('change')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return Number(change)
}

/** Requires the lock. */
async function nextChange(db: Transaction<GalleryTables>): Promise<number> {
  const { change } = await db
    .updateTable('faceprint_state')
    .set((expression) => ({ change: expression('change', '+', 1) }))
    .returning('change')
    .executeTakeFirstOrThrow()
  return Number(change)
}

/**
 * Selects changes to the searched faceprints in commit order, so that a reader that remembers the number of
 * the last change it has read does not miss any.
 */
export async function changesAfter(db: GalleryDb, after: number, limit: number): Promise<FaceprintChange[]> {
  const { rows } = await sql<{
    change: string | number
    id: string | number
    person: string | null
    model: string | null
    key_id: string | number | null
    sealed: Uint8Array | null
    expires_at: Date | string | null
  }>`
    (select change, id, person, model, key_id, sealed, expires_at from faceprint where change > ${after} and searched order by change limit ${limit})
    union all
    (select change, id, null, null, null, null, null from faceprint_gone where change > ${after} order by change limit ${limit})
    order by change limit ${limit}`.execute(db)
  return rows.map(({ change, id, person, model, key_id, sealed, expires_at }) => ({
    change: Number(change),
    id: Number(id),
    ...(person !== null &&
      model !== null &&
      sealed !== null && {
        faceprint: {
          ...{ id: Number(id), person, model, keyId: Number(key_id), sealed },
          ...(expires_at !== null && { keptUntil: new Date(expires_at).getTime() }),
        },
      }),
  }))
}

/**
 * Replaces all of the person's faceprints, regardless of which model made them, so that each person has
 * faceprints from only one enrolment.
 */
export async function putFaceprint(
  db: Transaction<GalleryTables>,
  row: { person: string; model: string; keyId: number; sealed: Uint8Array; searched: boolean; now: Date } & {
    purpose?: FaceprintPurpose
    expiresAt?: Date
  },
): Promise<void> {
  await removeFaceprints(db, row.person)
  const change = await nextChange(db)
  await db
    .insertInto('faceprint')
    .values({
      person: row.person,
      model: row.model,
      key_id: row.keyId,
      sealed: Buffer.from(row.sealed),
      searched: row.searched,
      purpose: row.purpose ?? 'person',
      expires_at: row.expiresAt ?? null,
      change,
      enrolled_at: row.now,
    })
    .execute()
}

export async function hasFaceprint(db: GalleryDb, person: string): Promise<boolean> {
  const row = await db
    .selectFrom('faceprint')
    .select('id')
    .where('person', '=', person)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The data that is stored with a faceprint. */
export type FaceprintRecord = { purpose: FaceprintPurpose; enrolledAt: Date; expiresAt: Date | null }

export async function selectRecord(db: GalleryDb, person: string): Promise<FaceprintRecord | undefined> {
  return await db
    .selectFrom('faceprint')
    .select(['purpose', 'enrolled_at as enrolledAt', 'expires_at as expiresAt'])
    .where('person', '=', person)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Selects the person's searched faceprint. */
export async function selectSearched(db: GalleryDb, person: string): Promise<SealedFaceprint | undefined> {
  const row = await db
    .selectFrom('faceprint')
    .select(['id', 'person', 'model', 'key_id as keyId', 'sealed'])
    .where('person', '=', person)
    .where('searched', '=', true)
    .executeTakeFirst()
  return row && { ...row, id: Number(row.id), keyId: Number(row.keyId) }
}

/** Selects the names of faceprints that have expired. */
export async function selectExpiredNames(db: GalleryDb, now: Date): Promise<string[]> {
  const rows = await db.selectFrom('faceprint').select('person').where('expires_at', '<=', now).execute()
  return rows.map(({ person }) => person)
}

/** Counts the faceprints of erased people and refused faces. */
export async function countKept(db: GalleryDb): Promise<{ purpose: string; faceprints: number }[]> {
  const rows = await db
    .selectFrom('faceprint')
    .select(({ fn }) => ['purpose', fn.countAll().as('faceprints')])
    .where('expires_at', 'is not', null)
    .groupBy('purpose')
    .execute()
  return rows.map(({ purpose, faceprints }) => ({ purpose, faceprints: Number(faceprints) }))
}

/** Selects the person's faceprint if it is not searched. Such a faceprint is not in the worker's memory. */
export async function selectUnsearched(db: GalleryDb, person: string): Promise<SealedFaceprint | undefined> {
  const row = await db
    .selectFrom('faceprint')
    .select(['id', 'person', 'model', 'key_id as keyId', 'sealed'])
    .where('person', '=', person)
    .where('searched', '=', false)
    .executeTakeFirst()
  return row && { ...row, id: Number(row.id), keyId: Number(row.keyId) }
}

export async function countFaceprints(db: GalleryDb): Promise<{ model: string; faceprints: number }[]> {
  const rows = await db
    .selectFrom('faceprint')
    .select(({ fn }) => ['model', fn.countAll().as('faceprints')])
    .groupBy('model')
    .orderBy('faceprints', 'desc')
    .orderBy('model')
    .execute()
  return rows.map(({ model, faceprints }) => ({ model, faceprints: Number(faceprints) }))
}

/** Deletes all of the person's faceprints. Returns the number of deleted faceprints. */
export async function removeFaceprints(db: Transaction<GalleryTables>, person: string): Promise<number> {
  const gone = await db.deleteFrom('faceprint').where('person', '=', person).returning('id').execute()
  for (const { id } of gone) {
    await db
      .insertInto('faceprint_gone')
      .values({ id, change: await nextChange(db) })
      .execute()
  }
  return gone.length
}

export async function addKey(db: GalleryDb, key: WrappedKey, now: Date): Promise<StoredKey> {
  const { id } = await db
    .insertInto('faceprint_key')
    .values({ wrapped_by: key.wrappedBy, wrapped: Buffer.from(key.wrapped), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...key, id: Number(id) }
}

/** Returns the data keys, oldest first. New faceprints are sealed with the last key. */
export async function readKeys(db: GalleryDb): Promise<StoredKey[]> {
  const rows = await db.selectFrom('faceprint_key').selectAll().orderBy('id').execute()
  return rows.map(({ id, wrapped_by, wrapped }) => ({ id: Number(id), wrappedBy: wrapped_by, wrapped }))
}

export async function rewrapKey(db: GalleryDb, { id, wrappedBy, wrapped }: StoredKey): Promise<void> {
  await db
    .updateTable('faceprint_key')
    .set({ wrapped_by: wrappedBy, wrapped: Buffer.from(wrapped) })
    .where('id', '=', id)
    .execute()
}

export async function faceprintsOfOlderKeys(
  db: GalleryDb,
  keyId: number,
  limit: number,
): Promise<SealedFaceprint[]> {
  const rows = await db
    .selectFrom('faceprint')
    .select(['id', 'person', 'model', 'key_id', 'sealed'])
    .where('key_id', '<', keyId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, person, model, key_id, sealed }) => ({
    id: Number(id),
    person,
    model,
    keyId: Number(key_id),
    sealed,
  }))
}

/**
 * Skips rows that have been deleted since they were read. Records no change, because the faceprint's content
 * stays the same.
 */
export async function replaceSealed(db: GalleryDb, row: SealedFaceprint): Promise<void> {
  await db
    .updateTable('faceprint')
    .set({ key_id: row.keyId, sealed: Buffer.from(row.sealed) })
    .where('id', '=', row.id)
    .execute()
}

/** Returns the number of deleted keys. */
export async function removeUnusedKeys(db: GalleryDb, below: number): Promise<number> {
  const gone = await db
    .deleteFrom('faceprint_key')
    .where('id', '<', below)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('faceprint').select('id').whereRef('key_id', '=', 'faceprint_key.id'))),
    )
    .returning('id')
    .execute()
  return gone.length
}
