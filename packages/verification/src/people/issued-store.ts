import type { VerificationDb } from '../context.ts'

/** Deletes the check of an issued credential, so that the attempt issues the credential again. */
export async function deleteIssued(db: VerificationDb, journeyId: number, attempt: number): Promise<void> {
  await db
    .deleteFrom('verification_check')
    .where('journey_id', '=', journeyId)
    .where('attempt', '=', attempt)
    .where('check_name', '=', 'credential')
    .execute()
}
