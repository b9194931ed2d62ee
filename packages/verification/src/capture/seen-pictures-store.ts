import type { VerificationDb } from '../context.ts'

/** Records the pictures of a capture. Returns how many of them were already recorded for another capture. */
export async function markSeen(
  db: VerificationDb,
  pictures: { hashes: readonly Uint8Array[]; captureId: string; at: Date },
): Promise<number> {
  const { hashes, captureId, at } = pictures
  if (hashes.length === 0) return 0
  const values = hashes.map((hash) => ({ picture_hash: hash, capture_id: captureId, at }))
  await db
    .insertInto('liveness_seen')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { others } = await db
    .selectFrom('liveness_seen')
    .select(({ fn }) => fn.countAll<string>().as('others'))
    .where('picture_hash', 'in', [...hashes])
    .where('capture_id', '<>', captureId)
    .executeTakeFirstOrThrow()
  return Number(others)
}

export async function deleteSeenBefore(db: VerificationDb, at: Date): Promise<void> {
  await db.deleteFrom('liveness_seen').where('at', '<', at).execute()
}
