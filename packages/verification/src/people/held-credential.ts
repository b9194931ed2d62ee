import { type CircuitName, type Credential, dayOf } from '@touchstone/credential'
import { journeyTablesOf, type VerificationContext } from '../context.ts'
import { credentialPlace } from '../sealed-columns.ts'
import { type AcceptedAt, selectCredentials } from './credential-store.ts'

export type Held = { kind: CircuitName; merchantId: number; credential: Credential; issuedAt: Date }

/** Returns the person's credentials that are valid today and accepted by a merchant, newest last. */
export async function heldCredentials(
  context: VerificationContext,
  personId: number,
  at: AcceptedAt,
): Promise<Held[]> {
  const rows = await selectCredentials(journeyTablesOf(context), { personId, at }, dayOf(context.clock.now()))
  return rows.map(({ kind, merchantId, sealed, issuedAt }) => ({
    ...{ kind: kind as CircuitName, merchantId, issuedAt },
    credential: JSON.parse(
      context.vault.open(sealed, credentialPlace({ personId, kind, merchantId })),
    ) as Credential,
  }))
}
