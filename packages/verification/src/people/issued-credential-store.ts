import type { VerificationDb } from '../context.ts'

export async function insertIssued(
  db: VerificationDb,
  credential: { credentialId: string; personId: number; merchantId: number; validUntil: number },
): Promise<void> {
  const { credentialId, personId, merchantId, validUntil } = credential
  await db
    .insertInto('issued_credential')
    .values({
      ...{ credential_id: credentialId, person_id: personId },
      ...{ merchant_id: merchantId, valid_until: validUntil },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type OfPerson = { personId: number; expiredBefore?: number }

/**
 * Returns whether the person has a credential that is not revoked. With `expiredBefore`, considers only
 * credentials that had expired by that day.
 */
export async function isAnyIssued(db: VerificationDb, of: OfPerson): Promise<boolean> {
  const row = await db
    .selectFrom('issued_credential')
    .select('credential_id')
    .where('person_id', '=', of.personId)
    .where('revocation_id', 'is', null)
    .where('valid_until', '<', of.expiredBefore ?? noLimit)
    .executeTakeFirst()
  return row !== undefined
}

/** Marks credentials as revoked and returns their ids. */
export async function revokeIssued(
  db: VerificationDb,
  of: OfPerson & { revocationId: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('issued_credential')
    .set({ revocation_id: of.revocationId })
    .where('person_id', '=', of.personId)
    .where('revocation_id', 'is', null)
    .where('valid_until', '<', of.expiredBefore ?? noLimit)
    .returning('credential_id as credentialId')
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}

/** Selects the ids of a person's credentials that are not revoked, even if they were replaced. */
export async function selectUsableIssued(db: VerificationDb, personId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('issued_credential')
    .select('credential_id as credentialId')
    .where('person_id', '=', personId)
    .where('revocation_id', 'is', null)
    .orderBy('credential_id')
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}

/** A day number that is later than every valid date. */
const noLimit = 100_000_000

/** Selects revoked credentials with which a proof could still be made. */
export async function selectRevokedIssued(
  db: VerificationDb,
  today: number,
): Promise<{ credentialId: string; revocationId: number }[]> {
  const rows = await db
    .selectFrom('issued_credential')
    .select(['credential_id as credentialId', 'revocation_id as revocationId'])
    .where('revocation_id', 'is not', null)
    .where('valid_until', '>=', today)
    .execute()
  return rows.flatMap(({ credentialId, revocationId }) =>
    revocationId === null ? [] : [{ credentialId, revocationId }],
  )
}

export type LimitedCredential = { credentialId: string; personId: number; merchantId: number }

/** Selects credentials that are limited to a merchant and could still be used for a proof. */
export async function selectLimited(
  db: VerificationDb,
  of: { credentialIds: readonly string[] } | { today: number; exceptMerchant: number },
): Promise<LimitedCredential[]> {
  const query = db
    .selectFrom('issued_credential')
    .select(['credential_id as credentialId', 'person_id as personId', 'merchant_id as merchantId'])
    .where('merchant_id', '<>', 0)
    .orderBy('credential_id')
  if (!('credentialIds' in of))
    return await query
      .where('merchant_id', '<>', of.exceptMerchant)
      .where('valid_until', '>=', of.today)
      .execute()
  if (of.credentialIds.length === 0) return []
  return await query.where('credential_id', 'in', [...of.credentialIds]).execute()
}
