import { bindSsiWallet } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { selectLastRevocation } from '../journey/verification-store.ts'
import { insertHandle, selectHandlesOf, upsertCredential } from '../people/credential-store.ts'
import { type Held, heldCredentials } from '../people/held-credential.ts'
import { isAnyIssued, revokeIssued } from '../people/issued-credential-store.ts'
import { noteFor } from '../people/notify.ts'
import {
  type Device,
  selectPersonFile,
  selectSsiWallet,
  upsertPersonFile,
} from '../people/person-file-store.ts'
import { waitAfterFaceMs } from '../people/proof-of.ts'
import { credentialPlace } from '../sealed-columns.ts'
import { sendAfterCommit } from './finish-revocation.ts'
import { handleEnding, requireUnrevoked } from './order-revocation.ts'
import { selectRegisteredPrograms } from './program-on-chain-store.ts'
import { insertEndings, insertRevocation } from './revocation-store.ts'

export type Issued = Parameters<typeof upsertCredential>[1]

/**
 * Moves a person to another device: issues the existing credentials to that device's secret, revokes all
 * previous handles in the store and on the chains, and replaces the wallet. Keeps the token, because grants are
 * based on it. Returns a function that writes the changes to the store. The caller must then call
 * `holdToEndings`.
 */
export async function moveToDevice(
  context: VerificationContext,
  personId: number,
  device: Device,
  merchantId: number,
): Promise<(db: VerificationDb) => Promise<{ credentialIds: string[] }>> {
  const at = new Date(context.clock.now())
  const { commitment, ssiWallet } = device
  const lastRevocation = await selectLastRevocation(journeyTablesOf(context), { personId })
  const issued = await reissueAll(context, personId, commitment)
  const handles = await selectHandlesOf(journeyTablesOf(context), personId)
  return async (db) => {
    await requireUnrevoked(db, { personId, lastRevocation })
    await recordMove(db, { personId, ssiWallet, at })
    const { locale = 'en' } = device
    await noteFor(context, db, { personId, kind: 'device', session: { merchantId, locale } })
    await revokeOldHandles(context, db, personId, at)
    for (const { handle, programId } of handles) await insertHandle(db, { handle, programId, at })
    for (const credential of issued) await upsertCredential(db, credential)
    await upsertPersonFile(db, personId, { commitment })
    await bindSsiWallet(db, { personId, ssiWallet })
    return { credentialIds: issued.map(({ credential }) => credential.credentialId) }
  }
}

/**
 * Records the move and the previous wallet. If several moves occur within a day, keeps the wallet that was in
 * use before the first move.
 */
async function recordMove(
  db: VerificationDb,
  { personId, ssiWallet, at }: { personId: number; ssiWallet: string; at: Date },
): Promise<void> {
  const file = await selectPersonFile(db, personId)
  const isRecent = file?.movedAt && at.getTime() - file.movedAt.getTime() < waitAfterFaceMs
  const before = await selectSsiWallet(db, personId)
  await upsertPersonFile(db, personId, {
    moved_at: at,
    ...(!isRecent && before !== ssiWallet && { wallet_before: before }),
  })
}

/** Revokes all credentials issued so far on every chain, because the previous device can still make proofs. */
async function revokeOldHandles(
  context: VerificationContext,
  db: VerificationDb,
  personId: number,
  at: Date,
): Promise<void> {
  if (!(await isAnyIssued(db, { personId }))) return
  const revocationId = await insertRevocation(db, { personId, reason: 'moved', burns: false, at })
  const programs = await selectRegisteredPrograms(db)
  const old = await revokeIssued(db, { personId, revocationId })
  await insertEndings(
    db,
    revocationId,
    old.flatMap((credentialId) => programs.map((program) => handleEnding(credentialId, program))),
  )
  sendAfterCommit(context, revocationId)
}

/** Issues the person's valid credentials again, with new handles, to the given commitment. */
export async function reissueAll(
  context: VerificationContext,
  personId: number,
  commitment: string,
): Promise<Issued[]> {
  const issued: Issued[] = []
  for (const held of await heldCredentials(context, personId, 'all'))
    issued.push(await issueTo(context, held, { personId, commitment }))
  return issued
}

async function issueTo(
  context: VerificationContext,
  { kind, merchantId, credential, issuedAt }: Held,
  { personId, commitment }: { personId: number; commitment: string },
): Promise<Issued> {
  const { checks, attributes, validUntil } = credential
  const personCommitment = { stored: commitment }
  const order = { personCommitment, commitment, kind, checks, attributes, validUntil }
  const issued = await context.issuer.issue(order)
  const sealed = context.vault.seal(JSON.stringify(issued), credentialPlace({ personId, kind, merchantId }))
  // Keep the order of the credentials, because the newest credential contains the person's latest data.
  return { personId, kind, merchantId, credential: issued, sealed, at: issuedAt }
}
