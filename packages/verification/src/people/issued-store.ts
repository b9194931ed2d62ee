import type { VerificationDb } from '../context.ts'

/** Deletes the record that the attempt has issued a credential, so that the attempt issues it again. */
export async function deleteIssued(db: VerificationDb, journeyId: number, attempt: number): Promise<void> {
  await db
    .deleteFrom('verification_check')
    .where('journey_id', '=', journeyId)
    .where('attempt', '=', attempt)
    .where('check_name', '=', 'credential')
    .execute()
}
