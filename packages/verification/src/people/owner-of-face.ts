import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { insertFaceHashes, selectOwnerOfFace, selectPeopleWithoutFaceHash } from './face-owner-store.ts'
import { faceprintName } from './faceprint-name.ts'

const batch = 2000

/**
 * Returns the person to whom a faceprint belongs. The gallery does not contain this link. It is stored under a
 * keyed hash of the faceprint's name, so that reading the database does not reveal whose faceprint it is.
 */
export async function ownerOfFace(
  context: VerificationContext,
  faceprint: string,
): Promise<number | undefined> {
  const db = journeyTablesOf(context)
  const faceHash = context.vault.fingerprint('face-owner', faceprint)
  const known = await selectOwnerOfFace(db, faceHash)
  if (known !== undefined) return known
  for (;;) {
    const people = await selectPeopleWithoutFaceHash(db, batch)
    const rows = people.map(({ id, svcId }) => ({
      personId: id,
      faceHash: context.vault.fingerprint('face-owner', faceprintName(context.vault, svcId)),
    }))
    if (rows.length > 0) await insertFaceHashes(db, rows)
    if (rows.length < batch) return await selectOwnerOfFace(db, faceHash)
  }
}
