import { alwaysPerformed, credentialSchema } from '@touchstone/credential'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { credentialColumn } from '../sealed-columns.ts'
import { checksBehind } from './checks-behind.ts'
import { upsertCredential } from './credential-store.ts'
import { type Held, heldCredentials } from './held-credential.ts'
import { insertIssued } from './issued-credential-store.ts'

type Issued = Parameters<typeof upsertCredential>[1]

/** What a person holds, issued again; to another secret, where the person goes on with another device. */
export async function issueAgain(
  context: VerificationContext,
  { kind, credential, issuedAt }: Held,
  { personId, commitment }: { personId: number; commitment: string },
): Promise<Issued | undefined> {
  const checks = await checksBehind(context, personId, credential)
  // The journal does not show what the kind rests on: the person has to be verified anew.
  if (!alwaysPerformed[kind].every((check) => checks.includes(check))) return undefined
  const { attributes, validUntil } = credential
  const personsCommitment = { stored: commitment }
  const anew = await context.issuer.issue({
    personsCommitment,
    commitment,
    kind,
    checks,
    attributes,
    validUntil,
  })
  const sealed = context.vault.seal(JSON.stringify(anew), credentialColumn.at(personId, kind))
  // The order of what was found stays: the newest credential tells what is known of a person.
  return { personId, kind, credential: anew, sealed, at: issuedAt }
}

/** Credentials of the schema before are issued anew when their person comes again: no circuit takes them any more. */
export async function renewCredentials(context: VerificationContext, personId: number): Promise<void> {
  for (const held of await heldCredentials(context, personId)) {
    const { credential } = held
    if (credential.schema === credentialSchema) continue
    const anew = await issueAgain(context, held, { personId, commitment: credential.commitment })
    if (!anew) continue
    const db = journeyTablesOf(context)
    await db.transaction().execute(async (tables) => {
      // It may be from before credentials were written down, and can be revoked only by its number.
      await insertIssued(tables, { personId, ...credential })
      await upsertCredential(tables, anew)
    })
  }
}
