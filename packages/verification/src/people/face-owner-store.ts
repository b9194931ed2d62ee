import type { VerificationDb } from '../context.ts'

/** Selects people whose faceprint name has not been stored yet. */
export async function selectPeopleWithoutFaceHash(
  db: VerificationDb,
  limit: number,
): Promise<{ id: number; svcId: string }[]> {
  return await db
    .selectFrom('person')
    .leftJoin('face_owner', 'face_owner.person_id', 'person.id')
    .select(['person.id as id', 'person.svc_id as svcId'])
    .where('face_owner.person_id', 'is', null)
    .where('person.test', '=', false)
    .orderBy('person.id')
    .limit(limit)
    .execute()
}

export async function insertFaceHashes(
  db: VerificationDb,
  rows: readonly { personId: number; faceHash: Uint8Array }[],
): Promise<void> {
  await db
    .insertInto('face_owner')
    .values(rows.map(({ personId, faceHash }) => ({ person_id: personId, face_hash: faceHash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function selectOwnerOfFace(
  db: VerificationDb,
  faceHash: Uint8Array,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('face_owner')
    .select('person_id as personId')
    .where('face_hash', '=', faceHash)
    .executeTakeFirst()
  return row?.personId
}
