import { sql } from 'kysely'
import type { VerificationDb } from '../context.ts'

export type RegisteredProgram = { chainId: string; mchNo: string; programNo: string }

/** Returns false if the program was already registered with the contract. */
export async function upsertRegisteredProgram(
  db: VerificationDb,
  registration: { programId: number; chainId: string; verifier: string; at: Date },
): Promise<boolean> {
  const { programId, chainId, verifier, at } = registration
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('program_on_chain')
    .values({ program_id: programId, chain_id: chainId, verifier, at })
    .onConflict((conflict) =>
      conflict
        .columns(['program_id', 'chain_id'])
        .doUpdateSet({ verifier, at })
        .where('program_on_chain.verifier', '<>', verifier),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Waits for registrations in progress, and prevents further ones until the transaction ends. */
export async function lockRegistrations(db: VerificationDb): Promise<void> {
  await sql`lock table program_on_chain in share mode`.execute(db)
}

/** Selects the programs whose requirements a contract checks, for all merchants or for one merchant. */
export async function selectRegisteredPrograms(
  db: VerificationDb,
  of: { merchantId?: number; exceptMerchant?: number; programId?: number | null } = {},
): Promise<RegisteredProgram[]> {
  const { merchantId, exceptMerchant, programId } = of
  return await db
    .selectFrom('program_on_chain')
    .innerJoin('program', 'program.id', 'program_on_chain.program_id')
    .innerJoin('merchant', 'merchant.id', 'program.merchant_id')
    .select([
      'program_on_chain.chain_id as chainId',
      'merchant.mch_no as mchNo',
      'program.program_no as programNo',
    ])
    .$if(merchantId !== undefined, (query) => query.where('program.merchant_id', '=', merchantId ?? 0))
    .$if(exceptMerchant !== undefined, (query) =>
      query.where('program.merchant_id', '<>', exceptMerchant ?? 0),
    )
    .$if(typeof programId === 'number', (query) => query.where('program.id', '=', programId ?? 0))
    .orderBy('program.id')
    .execute()
}

export type WalletOnChain = RegisteredProgram & {
  journeyId: number
  fingerprint: Uint8Array
  sealed: Uint8Array
}

/**
 * Selects a person's wallets that a contract could have recorded. Includes wallets of journeys that have only
 * reached the proof, because their transaction could be pending.
 */
export async function selectWalletsOnChain(
  db: VerificationDb,
  input: { personId: number; merchantId?: number; journeyIds?: readonly number[] },
): Promise<WalletOnChain[]> {
  const { personId, merchantId, journeyIds } = input
  if (journeyIds?.length === 0) return []
  return await db
    .selectFrom('journey_account')
    .innerJoin('journey', 'journey.id', 'journey_account.journey_id')
    .innerJoin('program', 'program.id', 'journey.program_id')
    .innerJoin('program_version', 'program_version.program_id', 'program.id')
    .innerJoin('merchant', 'merchant.id', 'program.merchant_id')
    .select([
      'program_version.chain_id as chainId',
      'merchant.mch_no as mchNo',
      'program.program_no as programNo',
      'journey_account.journey_id as journeyId',
      'journey_account.fingerprint',
      'journey_account.sealed',
    ])
    .where('journey.person_id', '=', personId)
    .where('program.test', '=', false)
    .where('journey_account.kind', '=', 'wallet')
    .where('program_version.mint_mode', '<>', 'cross-chain')
    // Include every attempt, because an earlier attempt could have used another chain.
    .where((where) =>
      where.exists(
        where
          .selectFrom('journal')
          .select('journal.seq')
          .whereRef('journal.journey_id', '=', 'journey.id')
          .whereRef('journal.version', '=', 'program_version.number'),
      ),
    )
    .$if(merchantId !== undefined, (query) => query.where('program.merchant_id', '=', merchantId ?? 0))
    .$if(journeyIds !== undefined, (query) => query.where('journey.id', 'in', [...(journeyIds ?? [])]))
    .where((where) =>
      where.or([
        where('journey_account.on_chain_at', 'is not', null),
        where('journey_account.consented_at', 'is not', null),
        where.and([
          where('journey.account_id', '=', where.ref('journey_account.id')),
          where.exists(
            where
              .selectFrom('journal')
              .select('journal.seq')
              .whereRef('journal.journey_id', '=', 'journey.id')
              .where('journal.to_status', '=', 'ZKP Generated'),
          ),
        ]),
      ]),
    )
    // Select each chain once, because program versions on the same chain need only one revocation.
    .distinct()
    .orderBy('journey_account.journey_id')
    .orderBy('journey_account.fingerprint')
    .orderBy('program_version.chain_id')
    .execute()
}

/** Selects, across all programs, the wallets for which a person shares results. */
export async function selectSharedWallets(
  db: VerificationDb,
  personId: number,
): Promise<Pick<WalletOnChain, 'journeyId' | 'fingerprint' | 'sealed'>[]> {
  return await db
    .selectFrom('journey_account')
    .innerJoin('journey', 'journey.id', 'journey_account.journey_id')
    .select([
      'journey_account.journey_id as journeyId',
      'journey_account.fingerprint',
      'journey_account.sealed',
    ])
    .where('journey.person_id', '=', personId)
    .where('journey_account.kind', '=', 'wallet')
    .where('journey_account.granted_at', 'is not', null)
    .where('journey_account.revoked_at', 'is', null)
    .orderBy('journey_account.id')
    .execute()
}
