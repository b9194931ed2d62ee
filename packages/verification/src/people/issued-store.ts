import type { VerificationDb } from '../context.ts'

/** Takes back that a credential was issued in an attempt. */
export async function deleteIssued(db: VerificationDb, journeyId: number, attempt: number): Promise<void> {
  await db
    .deleteFrom('verification_check')
    .where('journey_id', '=', journeyId)
    .where('attempt', '=', attempt)
    .where('check_name', '=', 'credential')
    .execute()
}
