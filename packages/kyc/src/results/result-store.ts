import { type RawBuilder, sql } from 'kysely'
import type { KycDb } from '../context.ts'

export type ResultRow = {
  journeyId: number
  svcId: string
  status: string
  ssiWallet: string
  sbtMintedAt: Date | null
  completedAt: Date | null
  /** Latest verdict of each check in the current attempt. */
  verdicts: Record<string, boolean>
}

/**
 * The journey of the person behind an account. Where two people used the same account, the one who shared a result
 * comes first: nobody can hide another's result by starting a journey under their account.
 */
export async function selectResult(
  db: KycDb,
  input: { merchantId: number; programId: number; fingerprint: Buffer; chainId: string | null },
): Promise<ResultRow | undefined> {
  const { rows } = await sql<ResultRow>`
    select
      journey.id as "journeyId",
      journey.svc_id as "svcId",
      journey.status,
      journey.ssi_wallet as "ssiWallet",
      journey.sbt_minted_at as "sbtMintedAt",
      journey.completed_at as "completedAt",
      journey.verdicts
    from account
    join journey on journey.person_id = account.person_id and journey.program_id = ${input.programId}
    where account.merchant_id = ${input.merchantId} and account.fingerprint = ${input.fingerprint}
      and ${onChain(input.chainId)}
    order by journey.completed_at is null, journey.activity_at desc
    limit 1
  `.execute(db)
  return rows[0]
}

/** On how many chains a journey's credential has a token. */
export async function countTokenChains(db: KycDb, journeyId: number): Promise<number> {
  const rows = await db
    .selectFrom('soulbound_token')
    .select('chain_id')
    .where('journey_id', '=', journeyId)
    .execute()
  return rows.length
}

/** A wallet counts only on the chain asked about; an e-mail or other account belongs to no chain. */
function onChain(chainId: string | null): RawBuilder<unknown> {
  return chainId === null ? sql`true` : sql`(account.kind <> 'wallet' or account.chain_id = ${chainId})`
}

export async function selectGrant(
  db: KycDb,
  input: { merchantId: number; programId: number; fingerprint: Buffer },
): Promise<{ grantedAt: Date } | undefined> {
  const { rows } = await sql<{ grantedAt: Date }>`
    select result_grant.granted_at as "grantedAt"
    from account
    join journey on journey.person_id = account.person_id and journey.program_id = ${input.programId}
    join result_grant on result_grant.journey_id = journey.id and result_grant.revoked_at is null
    where account.merchant_id = ${input.merchantId} and account.fingerprint = ${input.fingerprint}
    order by result_grant.granted_at desc
    limit 1
  `.execute(db)
  return rows[0]
}

export async function selectMeidBinding(
  db: KycDb,
  input: { merchantId: number; fingerprint: Buffer },
): Promise<boolean> {
  const { rows } = await sql<{ bound: boolean }>`
    select exists (
      select from account
      join journey on journey.person_id = account.person_id
      join program on program.id = journey.program_id
        and program.merchant_id = ${input.merchantId} and program.kind = 'MeID'
      join result_grant on result_grant.journey_id = journey.id and result_grant.revoked_at is null
      where account.merchant_id = ${input.merchantId} and account.fingerprint = ${input.fingerprint}
    ) as bound
  `.execute(db)
  return rows[0]?.bound ?? false
}
