import { bindSsiWallet } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { insertHandle, selectHandlesOf, upsertCredential } from './credential-store.ts'
import { heldCredentials } from './held-credential.ts'
import { type Device, upsertPersonFile } from './person-file-store.ts'
import { issueAgain } from './renew-credentials.ts'

/**
 * The person goes on with another device: what they hold is issued anew to its secret, every handle of before is revoked, and
 * the old wallet is theirs no longer. The token stays where it is: contracts have granted on it. Returns what writes it.
 */
export async function moveToDevice(
  context: VerificationContext,
  personId: number,
  device: Device,
): Promise<(db: VerificationDb) => Promise<void>> {
  const at = new Date(context.clock.now())
  const { commitment, ssiWallet } = device
  const issued: Parameters<typeof upsertCredential>[1][] = []
  for (const held of await heldCredentials(context, personId)) {
    const anew = await issueAgain(context, held, { personId, commitment })
    if (anew) issued.push(anew)
  }
  const handles = await selectHandlesOf(journeyTablesOf(context), personId)
  return async (db) => {
    for (const { handle, programId } of handles) await insertHandle(db, { handle, programId, at })
    for (const credential of issued) await upsertCredential(db, credential)
    await upsertPersonFile(db, personId, { commitment })
    await bindSsiWallet(db, { personId, ssiWallet })
  }
}
