import type { VerificationDb } from '../context.ts'

export type PersonFile = {
  personId: number
  commitment: string | null
  identitySealed: Uint8Array | null
  screenedAgainst: string | null
  /** When a face match last moved the credentials to another device. */
  movedAt: Date | null
  /** The wallet that held the credentials before that move. */
  walletBefore: string | null
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
      'moved_at as movedAt',
      'wallet_before as walletBefore',
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
  moved_at?: Date
  wallet_before?: string
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

/** Returns the wallet of the device that holds the person's credentials. */
export async function selectSsiWallet(db: VerificationDb, personId: number): Promise<string> {
  const person = db.selectFrom('person').select('ssi_wallet as ssiWallet').where('id', '=', personId)
  return (await person.executeTakeFirstOrThrow()).ssiWallet
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

/** `locale` is the language of the device's page. */
export type Device = { ssiWallet: string; commitment: string; locale?: string }

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
    .select(['ssi_wallet as ssiWallet', 'commitment', 'locale'])
    .where('journey_id', '=', journeyId)
    .where('role', '=', 'own')
    .where('commitment', 'is not', null)
    .where('ssi_wallet', 'is not', null)
  if (ssiWallet !== undefined) query = query.where('ssi_wallet', '=', ssiWallet)
  return (await query.orderBy('used_at', 'desc').executeTakeFirst()) as Device | undefined
}
