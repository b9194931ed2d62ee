import type { VerificationDb } from '../context.ts'

export type PersonFile = {
  personId: number
  commitment: string | null
  identitySealed: Uint8Array | null
  screenedAgainst: string | null
}

export async function selectPersonFile(
  db: VerificationDb,
  personId: number,
): Promise<PersonFile | undefined> {
  return await db
    .selectFrom('person_file')
    .select([
      'person_id as personId',
      'commitment',
      'identity_sealed as identitySealed',
      'screened_against as screenedAgainst',
    ])
    .where('person_id', '=', personId)
    .executeTakeFirst()
}

/** Locks an existing file until the transaction ends. */
export async function lockPersonFile(db: VerificationDb, personId: number): Promise<void> {
  await db
    .selectFrom('person_file')
    .select('person_id')
    .where('person_id', '=', personId)
    .forUpdate()
    .execute()
}

export type FileChange = {
  commitment?: string | null
  identity_sealed?: Uint8Array | null
  cleared_at?: Date | null
  screened_at?: Date
  screened_against?: string | null
}

export async function upsertPersonFile(
  db: VerificationDb,
  personId: number,
  change: FileChange,
): Promise<void> {
  await db
    .insertInto('person_file')
    .values({ person_id: personId, ...change })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ person_id: personId, ...change }))
    .execute()
}

/** Returns whether another person uses the secret behind this commitment. */
export async function isCommitmentOfOther(
  db: VerificationDb,
  commitment: string,
  personId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('person_file')
    .select('person_id')
    .where('commitment', '=', commitment)
    .where('person_id', '<>', personId)
    .executeTakeFirst()
  return row !== undefined
}

export type Device = { ssiWallet: string; commitment: string }

/**
 * Returns the device with the given wallet. Without a wallet, returns the last device used for this journey.
 */
export async function selectDevice(
  db: VerificationDb,
  journeyId: number,
  ssiWallet?: string,
): Promise<Device | undefined> {
  let query = db
    .selectFrom('frame_session')
    .select(['ssi_wallet as ssiWallet', 'commitment'])
    .where('journey_id', '=', journeyId)
    .where('role', '=', 'own')
    .where('commitment', 'is not', null)
    .where('ssi_wallet', 'is not', null)
  if (ssiWallet !== undefined) query = query.where('ssi_wallet', '=', ssiWallet)
  return (await query.orderBy('used_at', 'desc').executeTakeFirst()) as Device | undefined
}
