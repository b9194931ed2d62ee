import { bindSsiWallet } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { credentialColumn } from '../sealed-columns.ts'
import { insertHandle, selectHandlesOf, upsertCredential } from './credential-store.ts'
import { type Held, heldCredentials } from './held-credential.ts'
import { noteFor } from './notify.ts'
import { type Device, selectPersonFile, selectSsiWallet, upsertPersonFile } from './person-file-store.ts'
import { waitAfterFaceMs } from './proof-of.ts'

type Issued = Parameters<typeof upsertCredential>[1]

/**
 * Moves a person to another device: issues the existing credentials to the secret of that device, revokes all
 * previous handles and replaces the wallet. Keeps the token, because contracts have based grants on it.
 * Returns a function that writes the change to the store.
 */
export async function moveToDevice(
  context: VerificationContext,
  personId: number,
  device: Device,
  merchantId: number,
): Promise<(db: VerificationDb) => Promise<void>> {
  const at = new Date(context.clock.now())
  const { commitment, ssiWallet } = device
  const issued: Issued[] = []
  for (const held of await heldCredentials(context, personId))
    issued.push(await issueTo(context, held, { personId, commitment }))
  const handles = await selectHandlesOf(journeyTablesOf(context), personId)
  return async (db) => {
    await recordMove(db, { personId, ssiWallet, at })
    const { locale = 'en' } = device
    await noteFor(context, db, { personId, kind: 'device', session: { merchantId, locale } })
    for (const { handle, programId } of handles) await insertHandle(db, { handle, programId, at })
    for (const credential of issued) await upsertCredential(db, credential)
    await upsertPersonFile(db, personId, { commitment })
    await bindSsiWallet(db, { personId, ssiWallet })
  }
}

/** Records the move and the previous wallet. Of several moves within a day, the first wallet is kept. */
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

async function issueTo(
  context: VerificationContext,
  { kind, credential, issuedAt }: Held,
  { personId, commitment }: { personId: number; commitment: string },
): Promise<Issued> {
  const { checks, attributes, validUntil } = credential
  const personCommitment = { stored: commitment }
  const order = { personCommitment, commitment, kind, checks, attributes, validUntil }
  const issued = await context.issuer.issue(order)
  const sealed = context.vault.seal(JSON.stringify(issued), credentialColumn.at(personId, kind))
  // Keep the order of the credentials, because the newest credential contains the person's latest data.
  return { personId, kind, credential: issued, sealed, at: issuedAt }
}
