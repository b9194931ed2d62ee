import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import type { JourneyState } from '../journey/journey-state.ts'
import { selectLastRevocation } from '../journey/verification-store.ts'
import { upsertCredential } from '../people/credential-store.ts'
import { type LimitedCredential, selectLimited } from '../people/issued-credential-store.ts'
import { selectPersonFile } from '../people/person-file-store.ts'
import { selectIsSuspended } from '../people/person-request-store.ts'
import { sendAfterCommit } from './finish-revocation.ts'
import {
  insertMerchantEvent,
  lockPerson,
  selectEndedPrograms,
  selectLatestEvent,
} from './merchant-ending-store.ts'
import { type Issued, reissueAll } from './move-to-device.ts'
import { handleEnding, requireUnrevoked } from './order-revocation.ts'
import { lockRegistrations, selectRegisteredPrograms } from './program-on-chain-store.ts'
import { insertEndings, insertRevocation } from './revocation-store.ts'
import { suspendAfterCommit } from './suspend-on-chains.ts'

/**
 * Revokes the handles of new credentials for programs whose merchants have ended the relationship with the
 * person. If a credential is limited to a merchant, also revokes its handles for the programs of all other
 * merchants. Call this function in the transaction that stores the credentials. Otherwise, a credential
 * issued for another merchant would undo the ending, and contracts of all merchants would accept one
 * merchant's decision. While the person's grants are suspended, requests the suspension of the new credentials.
 */
export async function holdToEndings(
  context: VerificationContext,
  db: VerificationDb,
  { personId, credentialIds }: { personId: number; credentialIds: readonly string[] },
): Promise<void> {
  await lockPerson(db, personId)
  await limitToMerchants(context, db, personId, await selectLimited(db, { credentialIds }))
  if (await selectIsSuspended(db, personId)) suspendAfterCommit(context, personId)
  const programs = await selectEndedPrograms(db, personId)
  if (programs.length === 0) return
  const at = new Date(context.clock.now())
  const revocationId = await insertRevocation(db, { personId, reason: 'ended', burns: false, at })
  const handles = credentialIds.flatMap((id) => programs.map((program) => handleEnding(id, program)))
  await insertEndings(db, revocationId, handles)
  sendAfterCommit(context, revocationId)
}

async function limitToMerchants(
  context: VerificationContext,
  db: VerificationDb,
  personId: number,
  limited: readonly LimitedCredential[],
): Promise<void> {
  if (limited.length === 0) return
  await lockRegistrations(db)
  const handles: Parameters<typeof insertEndings>[2][number][] = []
  for (const { credentialId, merchantId } of limited)
    for (const program of await selectRegisteredPrograms(db, { exceptMerchant: merchantId }))
      handles.push(handleEnding(credentialId, program))
  if (handles.length === 0) return
  const at = new Date(context.clock.now())
  const revocationId = await insertRevocation(db, { personId, reason: 'limited', burns: false, at })
  await insertEndings(db, revocationId, handles)
  sendAfterCommit(context, revocationId)
}

/**
 * Returns whether the journey's merchant has ended the relationship and the person has not agreed again since. This
 * is also true after the ending was lifted, because the handles of the previous credentials stay revoked.
 */
export async function needsNewCredentials(
  context: VerificationContext,
  { journey, program }: JourneyState,
): Promise<boolean> {
  const { personId } = journey
  return await isReturnDue(journeyTablesOf(context), {
    ...{ personId, merchantId: program.merchantId, programId: program.id },
  })
}

async function isReturnDue(
  db: VerificationDb,
  of: Parameters<typeof selectLatestEvent>[1],
): Promise<boolean> {
  const latest = await selectLatestEvent(db, of)
  return latest === 'ended' || latest === 'lifted'
}

/** Records that the person has agreed again, in the transaction that stores the new credential. */
export async function recordReturn(
  context: VerificationContext,
  db: VerificationDb,
  { journey, program }: JourneyState,
): Promise<void> {
  const of = { personId: journey.personId, merchantId: program.merchantId, programId: program.id }
  await lockPerson(db, journey.personId)
  if (await isReturnDue(db, of)) await insertMerchantEvent(db, of, 'returned', new Date(context.clock.now()))
}

/**
 * Issues new credentials after the person has agreed again, because the previous credentials' handles stay
 * revoked for this merchant. Returns a function that writes the new credentials to the store.
 */
export async function reissueForReturn(
  context: VerificationContext,
  state: JourneyState,
): Promise<(db: VerificationDb) => Promise<void>> {
  const { personId } = state.journey
  const tables = journeyTablesOf(context)
  const lastRevocation = await selectLastRevocation(tables, { personId })
  const file = await selectPersonFile(tables, personId)
  const issued: Issued[] = file?.commitment ? await reissueAll(context, personId, file.commitment) : []
  return async (db) => {
    await requireUnrevoked(db, { personId, lastRevocation })
    await recordReturn(context, db, state)
    for (const credential of issued) await upsertCredential(db, credential)
    const credentialIds = issued.map(({ credential }) => credential.credentialId)
    await holdToEndings(context, db, { personId, credentialIds })
  }
}
