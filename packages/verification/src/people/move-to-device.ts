import { bindSsiWallet } from '@touchstone/kyc'
import { journeyTablesOf, type VerificationContext, type VerificationDb } from '../context.ts'
import { credentialColumn } from '../sealed-columns.ts'
import { insertHandle, selectHandlesOf, upsertCredential } from './credential-store.ts'
import { type Held, heldCredentials } from './held-credential.ts'
import { type Device, upsertPersonFile } from './person-file-store.ts'

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
): Promise<(db: VerificationDb) => Promise<void>> {
  const at = new Date(context.clock.now())
  const { commitment, ssiWallet } = device
  const issued: Issued[] = []
  for (const held of await heldCredentials(context, personId))
    issued.push(await issueTo(context, held, { personId, commitment }))
  const handles = await selectHandlesOf(journeyTablesOf(context), personId)
  return async (db) => {
    for (const { handle, programId } of handles) await insertHandle(db, { handle, programId, at })
    for (const credential of issued) await upsertCredential(db, credential)
    await upsertPersonFile(db, personId, { commitment })
    await bindSsiWallet(db, { personId, ssiWallet })
  }
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
