import { type CircuitName, type Credential, dayOf } from '@touchstone/credential'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { credentialColumn } from '../sealed-columns.ts'
import { selectCredentials } from './credential-store.ts'

export type Held = { kind: CircuitName; credential: Credential; issuedAt: Date }

/** Returns the person's credentials that are valid today, newest last. */
export async function heldCredentials(context: VerificationContext, personId: number): Promise<Held[]> {
  const rows = await selectCredentials(journeyTablesOf(context), personId, dayOf(context.clock.now()))
  return rows.map(({ kind, sealed, issuedAt }) => ({
    kind: kind as CircuitName,
    credential: JSON.parse(context.vault.open(sealed, credentialColumn.at(personId, kind))) as Credential,
    issuedAt,
  }))
}
